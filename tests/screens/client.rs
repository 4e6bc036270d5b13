//! A server of a table and requests to it, byte by byte: no browser's manners are between a test and the server.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Nothing takes longer, on a machine that does much else.
const PATIENCE: Duration = Duration::from_mins(1);

/// A table that is served.
pub struct Server {
    child: Mutex<Child>,
    pub port: u16,
    /// The key of who keeps the table.
    pub host: String,
}

/// A request to be sent.
#[derive(Debug, Clone)]
pub struct Asked {
    method: &'static str,
    address: String,
    heads: Vec<(String, String)>,
    body: Vec<u8>,
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// The status; 0 where the connection was cut off.
    pub status: u16,
    /// The heads but the date, a line each.
    pub heads: String,
    pub body: Vec<u8>,
}

impl Reply {
    fn of(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
        let text = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let heads = text.lines().skip(1).filter(|line| !line.to_lowercase().starts_with("date:"));
        let heads = heads.fold(String::new(), |all, line| all + line + "\n");
        Self { status, heads, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The status and the sentence.
    pub fn told(&self) -> (u16, String) {
        (self.status, self.text())
    }

    pub fn head(&self, name: &str) -> Option<&str> {
        let mut all = self.heads.lines().filter_map(|line| line.split_once(": "));
        all.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

impl Asked {
    pub fn get(address: &str) -> Self {
        Self { method: "GET", address: address.to_owned(), heads: Vec::new(), body: Vec::new() }
    }

    /// A form as the table's own scripts send it.
    pub fn post(server: &Server, address: &str, fields: &[(&str, &str)]) -> Self {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        Self { method: "POST", address: address.to_owned(), heads: Vec::new(), body: body.into_bytes() }
            .head("origin", &format!("http://localhost:{}", server.port))
            .head("accept", "application/json")
            .head("content-type", "application/x-www-form-urlencoded")
    }

    pub fn method(mut self, method: &'static str) -> Self {
        self.method = method;
        self
    }

    /// The device with this key.
    pub fn by(self, server: &Server, key: &str) -> Self {
        self.head("cookie", &format!("tablewright-{}={key}", server.port))
    }

    pub fn head(mut self, name: &str, value: &str) -> Self {
        self.heads.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Without a head.
    pub fn without(mut self, name: &str) -> Self {
        self.heads.retain(|(known, _)| known != name);
        self
    }

    pub fn body(mut self, body: Vec<u8>) -> Self {
        self.body = body;
        self
    }

    /// As it goes through the wire; `version` 1.0 has no chunks.
    pub fn bytes(&self, port: u16, version: &str) -> Vec<u8> {
        let mut text = format!("{} {} HTTP/{version}\r\n", self.method, self.address);
        if !self.heads.iter().any(|(name, _)| name == "host") {
            let _ = write!(text, "host: localhost:{port}\r\n");
        }
        for (name, value) in &self.heads {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        if self.method != "GET" && !self.heads.iter().any(|(name, _)| name == "content-length") {
            let _ = write!(text, "content-length: {}\r\n", self.body.len());
        }
        text += "connection: close\r\n\r\n";
        let mut bytes = text.into_bytes();
        bytes.extend(&self.body);
        bytes
    }
}

/// Where nobody listens.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    listener.local_addr().expect("its number").port()
}

impl Server {
    /// Serves a table of a folder, wherever there is room.
    pub fn start(folder: &Path, table: &str) -> Self {
        // Somebody else may have taken the port meanwhile.
        (0..20).find_map(|_| Self::start_at(folder, table, free_port())).expect("a port that is free")
    }

    /// Serves it on a port, if that is free.
    pub fn start_at(folder: &Path, table: &str, port: u16) -> Option<Self> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tablewright"))
            .args(["referee", "serve", "--table", table, "--port", &port.to_string()])
            .current_dir(folder)
            .env_clear()
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary runs");
        let lines = BufReader::new(child.stdout.take().expect("it speaks")).lines();
        let host = lines.map_while(Result::ok).find_map(|line| {
            let (_, key) = line.strip_prefix("Host:").and(line.split_once("/enter/"))?;
            Some(key.to_owned())
        });
        let Some(host) = host else {
            child.wait().expect("it has ended");
            return None;
        };
        Some(Self { child: Mutex::new(child), port, host })
    }

    /// Ends it as a power cut would.
    pub fn kill(&self) {
        let mut child = self.child.lock().expect("nobody else has failed");
        child.kill().expect("it is ours");
        child.wait().expect("it has ended");
    }

    /// A connection that nobody waits for longer than is sensible.
    pub fn connect(&self) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect(SocketAddr::from((Ipv4Addr::LOCALHOST, self.port)))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Sends something and takes all that comes back, until the server ends the connection.
    pub fn ask(&self, asked: &Asked) -> Reply {
        self.send(&asked.bytes(self.port, "1.1"))
    }

    /// The same with bytes as they are. What is cut off is a reply that ends there.
    pub fn send(&self, bytes: &[u8]) -> Reply {
        let Ok(mut stream) = self.connect() else { return Reply::default() };
        // It may answer, and close, before everything was sent.
        let _ = stream.write_all(bytes);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        Reply::of(&all)
    }

    pub fn get(&self, address: &str) -> Reply {
        self.ask(&Asked::get(address))
    }

    /// The events of a screen, from the first on.
    pub fn follow(&self, asked: &Asked) -> Events {
        let mut stream = self.connect().expect("a connection");
        stream.write_all(&asked.bytes(self.port, "1.0")).expect("it is sent");
        Events { stream, read: Vec::new() }
    }

    /// A key for these seats, which the host lets in.
    pub fn seated(&self, seats: &[usize]) -> String {
        let numbers: Vec<String> = seats.iter().map(ToString::to_string).collect();
        let fields: Vec<(&str, &str)> = numbers.iter().map(|seat| ("seat", seat.as_str())).collect();
        let joined = self.ask(&Asked::post(self, "/join", &fields));
        let key = key_of(&joined).expect("a key");
        for request in 1..40 {
            let request = request.to_string();
            let fields = [("request", request.as_str()), ("welcome", "yes")];
            if self.ask(&Asked::post(self, "/host/admit", &fields).by(self, &self.host)).status == 200 {
                return key;
            }
        }
        panic!("nobody was let in");
    }
}

/// The key that a reply gives to the device.
pub fn key_of(reply: &Reply) -> Option<String> {
    let cookie = reply.head("set-cookie")?;
    Some(cookie.split_once('=')?.1.split(';').next()?.to_owned())
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Events as they come.
pub struct Events {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Events {
    /// All bytes up to the end of the first frame; what came before the connection ended, if it did.
    pub fn first_frame(mut self) -> Reply {
        self.frame();
        // What comes after it is another matter.
        let start = self.read.windows(12).position(|bytes| bytes == b"event: frame").unwrap_or(self.read.len());
        let end = self.read[start..].windows(2).position(|two| two == b"\n\n").map(|end| start + end);
        Reply::of(&self.read[..end.unwrap_or(self.read.len())])
    }

    /// The data of the next frame; nothing when the connection has ended.
    pub fn frame(&mut self) -> Option<String> {
        const START: &[u8] = b"event: frame\ndata: ";
        let until = Instant::now() + PATIENCE;
        loop {
            let start = self.read.windows(START.len()).position(|bytes| bytes == START);
            if let Some(start) = start {
                let data = &self.read[start + START.len()..];
                if let Some(end) = data.windows(2).position(|two| two == b"\n\n") {
                    return Some(String::from_utf8_lossy(&data[..end]).into_owned());
                }
            }
            if !self.more(until) {
                return None;
            }
        }
    }

    /// The data of the frame after this one.
    pub fn next_frame(&mut self) -> Option<String> {
        self.read.clear();
        self.frame()
    }

    fn more(&mut self, until: Instant) -> bool {
        let mut some = vec![0; 65_536];
        match self.stream.read(&mut some) {
            Ok(0) => false,
            Ok(count) => {
                self.read.extend(&some[..count]);
                Instant::now() < until
            }
            Err(error) => error.kind() == ErrorKind::Interrupted,
        }
    }
}
