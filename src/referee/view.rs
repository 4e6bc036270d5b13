//! What one viewer sees of a table: every front end draws this and sends back one of its answers. It holds nothing that the
//! viewer may not know.

use serde_json::{Value, json};

use crate::diag::all_of;
use crate::model::{Pointers, Zone, ZoneThing};

use super::journal::Answered;
use super::standing::taken_back;
use super::{
    Answer, Choice, Contender, Effect, Entry, Points, Problem, Question, QuestionKind, Request, Scene, ScenePiece,
    Score, ScoreLine, Seat, Sentence, Shown, Table, Viewer, What,
};

/// What one viewer sees.
#[derive(Debug, Clone)]
pub struct View {
    /// The number of entries: an answer is meant for this state.
    pub number: u64,
    /// A line about the game as it stands.
    pub status: String,
    /// The seats in turn order.
    pub seats: Vec<SeatView>,
    /// What lies on the board.
    pub pieces: Vec<ScenePiece>,
    /// What is pointed out there.
    pub pointers: Pointers,
    /// What lies beside the board, or without one.
    pub zones: Vec<Zone>,
    /// The question that waits, if the viewer may see it whole: of several its own, before that of others.
    pub request: Option<Request>,
    /// Who is asked it, also when the question is none of the viewer's business.
    pub asked: Option<Seat>,
    /// All who are asked side by side; none when the whole table is asked.
    pub waiting: Vec<Waiting>,
    /// Whether the game is over.
    pub over: bool,
    /// The entry that the log and what steps have changed begin after; 0 where nothing is left out.
    pub since: u64,
    /// What happened, oldest first.
    pub log: Vec<LogLine>,
    /// What the steps have changed, as far as the viewer sees it.
    pub effects: Vec<Effect>,
    /// The score, once the game is over.
    pub score: Option<Score>,
    /// Every field of the state that the viewer may know.
    pub state: Value,
}

/// A seat as others see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatView {
    /// Its name.
    pub name: String,
    /// What there is to say about it.
    pub text: String,
}

/// Somebody who is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Who.
    pub seat: Seat,
    /// Whether they have answered, and wait for the others.
    pub has_answered: bool,
    /// Whether an answer of theirs counts now: the first, or another one where that may be changed.
    pub may_answer: bool,
    /// Whether only they may know what.
    pub secret: bool,
    /// What everybody may know of that.
    pub aloud: Option<String>,
    /// What they are asked, where several are and the viewer may see it whole; a single question is the view's own.
    pub request: Option<Request>,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// The entry it belongs to; 0 before the first.
    pub seq: u64,
    /// When, if it is the entry itself.
    pub at: Option<String>,
    /// The sentence.
    pub text: String,
    /// Whether it is the entry itself, and not what came of it.
    pub is_entry: bool,
    /// Which entry took it back.
    pub taken_back_by: Option<u64>,
    /// What a line of the score may point to it by.
    pub about: Option<String>,
    /// The fields that it set, if it is an adjustment.
    pub set: Vec<String>,
    /// Who answered, if it is an answer of one seat.
    pub seat: Option<Seat>,
    /// Who chose what, without what was asked, where it is a choice of one seat and no secret.
    pub chosen: Option<[String; 2]>,
    /// Whether it opens a round.
    pub opens: bool,
}

impl Table {
    /// What lies on the table as a viewer sees it, and nothing of what happened.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn scene(&mut self, viewer: Viewer) -> Result<Scene, Problem> {
        Ok(self.rules.show(viewer)?)
    }

    /// What a viewer sees.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn view(&mut self, viewer: Viewer) -> Result<View, Problem> {
        self.view_of_late(viewer, usize::MAX)
    }

    /// The same, with no more of what happened than comes with the last entries: screens need not wait for the words of a long
    /// evening.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn view_of_late(&mut self, viewer: Viewer, entries: usize) -> Result<View, Problem> {
        let Scene { status, seats, pieces, pointers, zones } = self.rules.show(viewer)?;
        let over = self.together().is_none();
        let since = self.entries().iter().rev().nth(entries).map_or(0, |last| last.seq);
        let asked = self.asked_first(viewer);
        let seat = |(n, name): (usize, &String)| SeatView {
            name: name.clone(),
            text: seats.get(n).cloned().unwrap_or_default(),
        };
        Ok(View {
            number: self.number(),
            status,
            seats: self.players().iter().enumerate().map(seat).collect(),
            pieces,
            pointers,
            zones,
            request: asked.filter(|request| may_see(request, viewer)).cloned(),
            asked: asked.and_then(|request| request.seat),
            waiting: self.waiting(viewer),
            over,
            since,
            log: self.log_since(viewer, since),
            effects: self.effects(over, since)?,
            score: if over { self.score()? } else { None },
            state: self.state(viewer)?,
        })
    }

    /// Of the questions that wait the one that a viewer is asked, or else the first.
    fn asked_first(&self, viewer: Viewer) -> Option<&Request> {
        let own = |request: &&Request| matches!(viewer, Viewer::Seat(seat) if request.seat == Some(seat));
        self.together()?.missing().find(own).or_else(|| self.request())
    }

    /// Who is asked, and who has answered.
    fn waiting(&self, viewer: Viewer) -> Vec<Waiting> {
        let Some(together) = self.together() else { return Vec::new() };
        let one = |question: &Question| {
            let request = &question.request;
            Some(Waiting {
                seat: request.seat?,
                has_answered: question.answered.is_some(),
                may_answer: together.may_answer(question),
                secret: request.secret,
                aloud: request.aloud.clone(),
                request: (together.are_several() && may_see(request, viewer)).then(|| request.clone()),
            })
        };
        together.questions.iter().filter_map(one).collect()
    }

    /// What a viewer sees when the rules fail to show the table: the journal, and nothing that is asked.
    #[must_use]
    pub fn view_without_rules(&self, viewer: Viewer) -> View {
        let seat = |name: &String| SeatView { name: name.clone(), text: String::new() };
        View {
            number: self.number(),
            status: String::new(),
            seats: self.start().players.iter().map(seat).collect(),
            pieces: Vec::new(),
            pointers: Pointers::default(),
            zones: Vec::new(),
            request: None,
            asked: None,
            waiting: Vec::new(),
            over: false,
            since: 0,
            log: self.log(viewer),
            score: None,
            effects: Vec::new(),
            state: Value::Null,
        }
    }

    /// What the script has printed since an entry, for who writes it: each with the line of the script.
    #[must_use]
    pub fn printed(&self, since: u64) -> Vec<(usize, String)> {
        let queue = self.queue.borrow();
        let lines = queue.lines().iter().filter(|line| line.seq >= since);
        lines.filter_map(|line| Some((line.printed?, line.text.clone()))).collect()
    }

    /// Everything that happened, oldest first, with what was taken back.
    #[must_use]
    pub fn log(&self, viewer: Viewer) -> Vec<LogLine> {
        self.log_since(viewer, 0)
    }

    /// What happened after an entry.
    fn log_since(&self, viewer: Viewer, since: u64) -> Vec<LogLine> {
        let (queue, all) = (self.queue.borrow(), self.entries());
        // Sentences stand in the order of their entries; the first of all are those of the beginning.
        let is_before = |seq: u64| since > 0 && seq <= since;
        let late = queue.lines().iter().skip(queue.lines().partition_point(|line| is_before(line.seq)));
        let mut said = late.filter(|line| line.printed.is_none() && is_for(line.to, viewer)).peekable();
        let mut log = Vec::new();
        while let Some(line) = said.next_if(|line| line.seq == 0) {
            log.push(said_line(line));
        }
        let skipped = all.partition_point(|entry| is_before(entry.seq));
        for (entry, taken_back_by) in all.iter().zip(taken_back(all)).skip(skipped) {
            log.push(self.entry_line(&self.current(entry), viewer, taken_back_by));
            while let Some(line) = said.next_if(|line| line.seq <= entry.seq) {
                log.push(said_line(line));
            }
        }
        log
    }

    /// An entry in the words that a viewer may read.
    pub(super) fn told(&self, entry: &Entry, viewer: Viewer) -> String {
        let entry = self.current(entry);
        self.told_now(&entry, viewer)
    }

    fn told_now(&self, entry: &Entry, viewer: Viewer) -> String {
        match &entry.what {
            What::Adjust(adjusted) => {
                let schema = self.rules.schema();
                adjusted.told(&|field, value| {
                    schema.is_of_the_game(field).ok()?;
                    let called = schema.spoken(field);
                    let is_seen = schema.may_see(field, value, viewer);
                    Some(if is_seen { format!("{called}: {}", schema.told(value)) } else { called })
                })
            }
            _ => entry.told(),
        }
    }

    fn entry_line(&self, entry: &Entry, viewer: Viewer, taken_back_by: Option<u64>) -> LogLine {
        let text = match &entry.what {
            What::Answer(answered) if answered.secret => {
                let asked = answered.asked.as_deref().and_then(|name| self.seat(name).ok());
                // What nobody is asked, nobody knows.
                let may_see = asked.map_or(viewer == Viewer::Referee, |asked| is_for(Some(asked), viewer));
                if may_see { format!("{} (in secret)", answered.in_full()) } else { entry.told() }
            }
            _ => self.told_now(entry, viewer),
        };
        let typed = match entry.answer().map(|answered| &answered.answer) {
            Some(Answer::Roll(shown) | Answer::Deal(shown)) => who_rolled(shown),
            Some(Answer::Draw(shown)) if shown.typed => " (typed)".to_owned(),
            _ => String::new(),
        };
        let set = match &entry.what {
            What::Adjust(adjusted) => {
                let of_the_game = |field: &&String| self.rules.schema().is_of_the_game(field).is_ok();
                adjusted.set.keys().filter(of_the_game).cloned().collect()
            }
            _ => Vec::new(),
        };
        LogLine {
            seq: entry.seq,
            at: Some(entry.at.clone()),
            text: format!("{text}{typed}"),
            is_entry: true,
            taken_back_by,
            about: None,
            set,
            seat: entry.answer().and_then(|answered| self.seat(answered.asked.as_deref()?).ok()),
            chosen: entry.answer().and_then(chosen),
            opens: false,
        }
    }
}

fn said_line(line: &Sentence) -> LogLine {
    LogLine {
        seq: line.seq,
        at: None,
        text: line.text.clone(),
        is_entry: false,
        taken_back_by: None,
        about: line.about.clone(),
        set: Vec::new(),
        seat: None,
        chosen: None,
        opens: line.opens,
    }
}

/// Who chose what.
fn chosen(answered: &Answered) -> Option<[String; 2]> {
    let is_open = !answered.secret && matches!(answered.answer, Answer::Choose(_));
    answered.asked.as_ref().filter(|_| is_open).map(|who| [who.clone(), answered.told.clone()])
}

/// Which dice people typed, where they typed any.
fn who_rolled(shown: &[Shown]) -> String {
    let faces = |typed: bool| {
        let faces: Vec<&str> = shown.iter().filter(|one| one.typed == typed).map(|one| one.face.as_str()).collect();
        faces.join(" ")
    };
    match (faces(true), faces(false)) {
        (typed, _) if typed.is_empty() => String::new(),
        (_, rolled) if rolled.is_empty() => " (typed)".to_owned(),
        (typed, rolled) => format!(" (typed {typed}, rolled {rolled})"),
    }
}

/// The key for the name of whoever can win.
const fn whose(who: Contender) -> &'static str {
    match who {
        Contender::Seat(_) => "seat",
        Contender::Team(_) => "team",
    }
}

/// Whether a viewer may see a question whole.
fn may_see(request: &Request, viewer: Viewer) -> bool {
    is_for(request.secret.then_some(request.seat).flatten(), viewer)
}

/// Whether something that is for one seat only, or for all, is for this viewer.
fn is_for(seat: Option<Seat>, viewer: Viewer) -> bool {
    match (seat, viewer) {
        (None, _) | (_, Viewer::Referee) => true,
        (Some(seat), Viewer::Seat(looking)) => seat == looking,
        (Some(_), Viewer::Everybody) => false,
    }
}

impl View {
    /// As JSON, for other programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let seat = |seat: &SeatView| json!({ "name": seat.name, "text": seat.text });
        json!({
            "number": self.number,
            "status": self.status,
            "over": self.over,
            "seats": self.seats.iter().map(seat).collect::<Vec<_>>(),
            "asked": self.asked.map(|seat| self.name(seat)),
            "waiting": self.waiting.iter().map(|waiting| self.waiting_json(waiting)).collect::<Vec<_>>(),
            "request": self.request.as_ref().map(|request| self.request_json(request)),
            "pieces": self.pieces.iter().map(|piece| self.piece_json(piece)).collect::<Vec<_>>(),
            "lit": self.pointers.lit,
            "lines": self.pointers.lines.iter().map(|(from, to)| json!({ "from": from, "to": to })).collect::<Vec<_>>(),
            "zones": self.zones.iter().map(|zone| self.zone_json(zone)).collect::<Vec<_>>(),
            "score": self.score.as_ref().map(|score| self.score_json(score)),
            "state": self.state,
        })
    }

    /// The name of a seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        self.seats.get(seat.0).map_or("nobody", |seat| seat.name.as_str())
    }

    /// Of several who are asked at once, somebody else is looked at.
    pub fn turn_to(&mut self, seat: Seat) {
        let is_other = self.asked != Some(seat);
        if let Some(waiting) = self.waiting.iter().find(|waiting| is_other && waiting.seat == seat) {
            (self.asked, self.request) = (Some(seat), waiting.request.clone());
        }
    }

    /// Who has not answered of those who are asked at once.
    pub fn missing(&self) -> impl Iterator<Item = &Waiting> {
        self.waiting.iter().filter(|waiting| !waiting.has_answered)
    }

    /// The name of a team or a seat.
    #[must_use]
    pub fn contender<'n>(&'n self, score: &'n Score, who: Contender) -> &'n str {
        score.name_of(who, |seat| self.name(seat))
    }

    /// The name of a seat, or of a team with who is in it.
    #[must_use]
    pub fn contender_and_members(&self, score: &Score, who: Contender) -> String {
        let name = self.contender(score, who);
        match who {
            Contender::Seat(_) => name.to_owned(),
            Contender::Team(team) => {
                let seats = score.teams[team].seats.iter().map(|seat| self.name(*seat).to_owned());
                format!("{name} ({})", all_of(seats))
            }
        }
    }

    fn waiting_json(&self, waiting: &Waiting) -> Value {
        let (seat, answered, secret) = (self.name(waiting.seat), waiting.has_answered, waiting.secret);
        let mut told = json!({ "seat": seat, "answered": answered, "secret": secret });
        if let Some(aloud) = &waiting.aloud {
            told["aloud"] = json!(aloud);
        }
        // A single question is told as the one that waits.
        if self.waiting.len() > 1 {
            told["request"] = json!(waiting.request.as_ref().map(|request| self.request_json(request)));
        }
        told
    }

    fn request_json(&self, request: &Request) -> Value {
        let choice = |choice: &Choice| json!({ "id": choice.id, "label": choice.label, "most": choice.most });
        let refused = |refused: &super::Refused| json!({ "id": refused.id, "label": refused.label, "reason": refused.reason, "rule": refused.rule });
        let mut told = json!({
            "number": self.number,
            "kind": request.kind.word(),
            "seat": request.seat.map(|seat| self.name(seat)),
            "prompt": request.prompt,
            "rule": request.rule,
            "secret": request.secret,
            "legal": request.legal(),
            "options": request.kind.options().iter().map(choice).collect::<Vec<_>>(),
            "refused": request.refused.iter().map(refused).collect::<Vec<_>>(),
        });
        if let Some(seconds) = request.timer {
            told["timer"] = json!(seconds);
        }
        match &request.kind {
            QuestionKind::ChooseMany { least, most, .. } => (told["least"], told["most"]) = (json!(least), json!(most)),
            QuestionKind::Number { least, most } => (told["least"], told["most"]) = (json!(least), json!(most)),
            QuestionKind::Confirm { yes, no } => (told["yes"], told["no"]) = (json!(yes), json!(no)),
            QuestionKind::Roll { name, dice, die } => {
                let faces: Vec<String> = die.faces().map(|face| face.text).collect();
                (told["die"], told["dice"], told["faces"]) = (json!(name), json!(dice), json!(faces));
            }
            QuestionKind::Draw { deck, held, cards, .. } => {
                (told["deck"], told["held"], told["cards"]) = (json!(deck), json!(held), json!(cards));
            }
            QuestionKind::Dealer { deck, .. } => told["deck"] = json!(deck),
            QuestionKind::Choose { .. } | QuestionKind::Order { .. } => {}
        }
        told
    }

    fn zone_json(&self, zone: &Zone) -> Value {
        let thing = |thing: &ZoneThing| match &thing.id {
            Some(id) => json!({ "id": id, "name": thing.name, "count": thing.count }),
            None => json!({ "id": null, "count": thing.count }),
        };
        json!({
            "zone": zone.id,
            "name": zone.name,
            "kind": zone.kind.word(),
            "seat": zone.seat.map(|seat| self.name(Seat(seat))),
            "middle": zone.in_middle,
            "count": zone.count(),
            "holds": zone.things.iter().map(thing).collect::<Vec<_>>(),
        })
    }

    fn piece_json(&self, piece: &ScenePiece) -> Value {
        json!({
            "at": piece.at,
            "count": piece.count,
            "name": piece.name,
            "seat": piece.seat.map(|seat| self.name(seat)),
            "label": piece.label,
            "pose": piece.pose.word(),
        })
    }

    /// A score as JSON.
    #[must_use]
    pub fn score_json(&self, score: &Score) -> Value {
        let points = |points: Points| {
            if points.is_certain() { json!(points.least) } else { json!([points.least, points.most]) }
        };
        let line = |line: &ScoreLine| {
            json!({
                whose(line.whose): self.contender(score, line.whose),
                "what": line.what,
                "points": points(line.points),
                "rule": line.rule,
                "entries": self.entries_behind(line),
            })
        };
        let standing = |standing: &super::Standing| json!({ "place": standing.place, whose(standing.who): self.contender(score, standing.who), "total": points(standing.total) });
        let best = |rung: &super::Rung| if rung.fewest { "fewest" } else { "most" };
        let rung = |rung: &super::Rung| json!({ "what": rung.what, "best": best(rung), "values": rung.values });
        let team = |team: &super::Team| {
            let seats: Vec<&str> = team.seats.iter().map(|seat| self.name(*seat)).collect();
            json!({ "name": team.name, "seats": seats })
        };
        json!({
            "final": self.over && score.is_certain(),
            "lines": score.lines.iter().map(line).collect::<Vec<_>>(),
            "standings": score.standings().iter().map(standing).collect::<Vec<_>>(),
            "ties broken by": score.rungs_used().iter().map(rung).collect::<Vec<_>>(),
            "teams": score.teams.iter().map(team).collect::<Vec<_>>(),
            "winners": score.winners().iter().map(|who| self.contender(score, *who)).collect::<Vec<_>>(),
            "because": score.because,
            "entries": self.entries_behind_result(score),
        })
    }
}
