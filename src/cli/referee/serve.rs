//! `referee serve`: a table on every screen around it. Opens the table and the door, tells where it is, and hands both over.

use std::io::{ErrorKind, IsTerminal as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;

use clap::Args;

use crate::app::Access;
use crate::cli::report::say;
use crate::diag::{Diagnostic, Diagnostics};
use crate::reach::Reach;
use crate::web::{Served, lan_addresses, qr_text, serve as serve_table};

use super::table_args::{open, reach_of_table};

/// Where a table is served that nobody named a port for, and how many are tried from there on.
const PORT: u16 = 8017;
const TRIED: u16 = 10;

/// Arguments of `referee serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The table: its name under `tables`, or the path of its folder. Usually the one that was played last
    #[arg(long, value_name = "NAME")]
    pub table: Option<PathBuf>,
    /// For all devices in the local network; usually only for this machine
    #[arg(long)]
    pub lan: bool,
    /// The port; usually 8017, or the next one that is free
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    pub port: Option<u16>,
}

impl ServeArgs {
    /// What the verb may reach: the folder of the table, and the ports it may listen on.
    pub fn reach(&self) -> Reach {
        reach_of_table(self.table.as_deref()).listening(self.ports())
    }

    /// The ports that may be taken.
    fn ports(&self) -> Vec<u16> {
        let first = self.port.unwrap_or(PORT);
        (first..=first.saturating_add(TRIED)).collect()
    }
}

/// Serves a table until Ctrl-C.
pub fn serve(arguments: &ServeArgs) -> Result<(), Diagnostics> {
    let lan = if arguments.lan { lan_addresses() } else { Vec::new() };
    if arguments.lan && lan.is_empty() {
        let message = "this machine is in no network that others could reach it by";
        return Err(Diagnostic::error(message).hint("join one, or leave `--lan` out to play on this machine").into());
    }
    let session = open(arguments.table.as_deref(), Access::Write)?;
    let (listener, port) = listen(arguments)?;
    let name = session.name();
    let told = |served: &Served| announce(served, port, arguments.lan);
    serve_table(session, listener, hosts(&lan, port), told)?;
    say(&format!(
        "\nThe table is kept: `tablewright referee serve --table {name}` or `referee play --table {name}` goes on with it."
    ));
    Ok(())
}

/// The first port that is free. One that was asked for is the only one that will do.
fn listen(arguments: &ServeArgs) -> Result<(TcpListener, u16), Diagnostics> {
    let ip = if arguments.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let open = |port: u16| TcpListener::bind(SocketAddr::new(IpAddr::V4(ip), port));
    let mut last = None;
    for port in arguments.ports() {
        match open(port) {
            Ok(_) if arguments.port.is_some_and(|wanted| wanted != port) => {
                let message = format!("port {} is in use", arguments.port.unwrap_or(port));
                return Err(Diagnostic::error(message).hint(format!("`--port {port}` is free")).into());
            }
            Ok(listener) => return Ok((listener, port)),
            Err(error) if matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::PermissionDenied) => {
                last = Some(error);
            }
            Err(error) => return Err(Diagnostic::error(format!("port {port} cannot be opened: {error}")).into()),
        }
    }
    let why = last.map(|error| error.to_string()).unwrap_or_default();
    let message = format!("no port from {} on can be opened: {why}", arguments.port.unwrap_or(PORT));
    Err(Diagnostic::error(message).hint("name another one with `--port`").into())
}

/// What this table goes by: what phones reach first, then this machine's own names.
fn hosts(lan: &[IpAddr], port: u16) -> Vec<String> {
    let own = ["localhost", "127.0.0.1"].map(str::to_owned);
    lan.iter().map(ToString::to_string).chain(own).map(|name| format!("{name}:{port}")).collect()
}

/// Tells where people come, and where the host does.
fn announce(served: &Served, port: u16, is_lan: bool) {
    let first = served.hosts.first().map_or_else(|| format!("localhost:{port}"), Clone::clone);
    let join = format!("http://{first}/");
    if is_lan && std::io::stdout().is_terminal() {
        // The code is for phones, and phones are only let in from the network.
        if let Some(code) = qr_text(&join, true) {
            say(&code);
        }
    }
    say(&format!("Take a seat:   {join}"));
    say(&format!("Table screen:  {join}table"));
    say(&format!("Host:          http://localhost:{port}{}", served.host_path));
    say(if is_lan {
        "The host's address is for you alone. Ctrl-C ends it, and the table is kept."
    } else {
        "Only this machine reaches it; `--lan` lets phones in. Ctrl-C ends it, and the table is kept."
    });
}
