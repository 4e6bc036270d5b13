//! What has to be so in a worked example, compared with the table as it is.

use crate::diag::{Diagnostic, all_of, meant_or_known};
use crate::model::{Checks, FieldText, Listed};
use crate::referee::typed::read_answer;
use crate::referee::{Contender, Hint, QuestionKind, Request, Score, Viewer};

use super::counts::{check_count, check_sum};
use super::written::WrittenReader;
use super::{Failed, Run};

/// Who is asked when the game is over.
pub const NOBODY: &str = "nobody";
/// Who is asked when everybody is.
pub const TABLE: &str = "table";
/// So many sentences of the log are enough to see what it says instead.
const SHOWN: usize = 8;

impl Run<'_> {
    /// Everything that is not as it has to be.
    pub fn check(&mut self, checks: &Checks) {
        let before = self.failed.len();
        self.check_question(checks);
        self.check_state(checks);
        self.check_amounts(checks);
        self.check_legal(checks);
        self.check_score(checks);
        self.check_says(&checks.says);
        self.check_says_not(&checks.says_not);
        self.tell_what_is_open(before);
    }

    /// What did not come out may still be asked for: the last of it says so, unless one does already.
    fn tell_what_is_open(&mut self, from: usize) {
        let asked = |hint: &Hint| matches!(hint, Hint::Asked(_));
        let Some(open) = self.asking().into_iter().find(asked).map(|hint| hint.to_string()) else { return };
        let mut failed = self.failed[from..].iter_mut().filter_map(|failed| match failed {
            Failed::Check(told) => Some(told),
            Failed::Fault { .. } => None,
        });
        let is_told = |told: &&mut Diagnostic| told.help().any(|hint| hint == open);
        if failed.any(|told| is_told(&&mut *told)) {
            return;
        }
        let Some((Failed::Check(last), others)) = self.failed[from..].split_last_mut() else { return };
        let is_other = |failed: &Failed| !matches!(failed, Failed::Check(told) if told.says_the_same(last));
        if others.iter().all(is_other) {
            *last = last.clone().hint(open);
        }
    }

    fn check_amounts(&mut self, checks: &Checks) {
        let Some((first, _)) = checks.counts.first().or(checks.sums.first()) else { return };
        let state = match self.table.state(Viewer::Referee) {
            Ok(state) => state,
            Err(problem) => return self.note(Err(problem), &first.place),
        };
        let schema = self.table.schema();
        let counts = checks.counts.iter().map(|(path, number)| check_count(schema, &state, path, number));
        let sums = checks.sums.iter().map(|(path, number)| check_sum(schema, &state, path, number));
        let wrong: Vec<Diagnostic> = counts.chain(sums).filter_map(Result::err).collect();
        self.failed.extend(wrong.into_iter().map(Failed::Check));
    }

    fn check_says_not(&mut self, sentences: &[FieldText]) {
        let log = if sentences.is_empty() { Vec::new() } else { self.table.log(Viewer::Referee) };
        for sentence in sentences.iter().filter(|sentence| log.iter().any(|line| line.text == sentence.text)) {
            self.fail(Diagnostic::error("the log says this, and should not").at(&sentence.place));
        }
    }

    fn check_state(&mut self, checks: &Checks) {
        let Some((first, _)) = checks.state.first() else { return };
        match self.table.state(Viewer::Referee) {
            Ok(state) => {
                let mut reader = WrittenReader { schema: self.table.schema(), words: self.words, wrong: Vec::new() };
                reader.compare(&state, &checks.state);
                let wrong = reader.wrong;
                self.failed.extend(wrong.into_iter().map(Failed::Check));
            }
            Err(problem) => self.note(Err(problem), &first.place),
        }
    }

    fn check_question(&mut self, checks: &Checks) {
        if let Some(asks) = &checks.asks {
            self.check_asks(asks);
        }
        let prompt = self.table.request().map_or("", |request| request.prompt.as_str());
        if let Some(expected) = checks.prompt.as_ref().filter(|expected| expected.text != prompt) {
            let told = Diagnostic::error("something else is asked").at(&expected.place);
            self.fail(self.with_question(told));
        }
        let step = self.table.step();
        if let Some(expected) = checks.step.as_ref().filter(|expected| expected.text != step) {
            let told = Diagnostic::error(format!("the step is `{step}`, and `{}` was expected", expected.text));
            self.fail(self.with_question(told.at(&expected.place)));
        }
    }

    fn check_asks(&mut self, asks: &Listed) {
        let known: Vec<&str> = self.table.players().iter().map(String::as_str).chain([TABLE, NOBODY]).collect();
        let is_known = |name: &&FieldText| known.iter().any(|known| known.eq_ignore_ascii_case(&name.text));
        if let Some(unknown) = asks.items.iter().find(|name| !is_known(name)) {
            let hint = meant_or_known(&unknown.text, known);
            let message = format!("nobody called `{}` sits at this table", unknown.text);
            return self.fail(Diagnostic::error(message).at(&unknown.place).maybe_hint(hint));
        }
        let asked = self.asked();
        let [mut there, mut expected] =
            [asked.clone(), asks.items.iter().map(|name| name.text.clone()).collect()].map(in_lower_case);
        there.sort();
        expected.sort();
        if there != expected {
            let are = if asked.len() == 1 { "is" } else { "are" };
            let named = asks.items.iter().map(|name| name.text.clone()).collect();
            let were = if asks.items.len() == 1 { "was" } else { "were" };
            let message = format!("{} {are} asked, and {} {were} expected", with_article(asked), with_article(named));
            self.fail(self.with_question(Diagnostic::error(message).at(&asks.place)));
        }
    }

    fn check_legal(&mut self, checks: &Checks) {
        let legal = self.table.request().map(legal_answers).unwrap_or_default();
        let is_legal = |id: &FieldText| legal.iter().any(|known| known.eq_ignore_ascii_case(&id.text));
        let all = checks.legal.iter().flat_map(|listed| &listed.items).chain(&checks.includes);
        for id in all.filter(|id| !is_legal(id)) {
            self.fail(self.not_legal(id));
        }
        for id in checks.excludes.iter().filter(|id| is_legal(id)) {
            self.fail(Diagnostic::error(format!("`{}` is legal, and should not be", id.text)).at(&id.place));
        }
        self.check_excluded(&checks.excludes);
        if let Some(Listed { place, items }) = &checks.legal {
            let more: Vec<String> = legal
                .iter()
                .filter(|id| !items.iter().any(|item| item.text.eq_ignore_ascii_case(id)))
                .map(|id| format!("`{id}`"))
                .collect();
            if !more.is_empty() {
                let are = if more.len() == 1 { "is" } else { "are" };
                self.fail(Diagnostic::error(format!("{} {are} legal too", more.join(", "))).at(place));
            }
        }
        for (id, reason) in &checks.refused {
            self.check_refused(id, reason);
        }
    }

    /// What never was an answer is never legal: it has to be one of the game.
    fn check_excluded(&mut self, excluded: &[FieldText]) {
        let Some(first) = excluded.first() else { return };
        let state = match self.table.state(Viewer::Referee) {
            Ok(state) => state,
            Err(problem) => return self.note(Err(problem), &first.place),
        };
        let refused: Vec<String> = self
            .table
            .request()
            .into_iter()
            .flat_map(|request| &request.refused)
            .map(|one| one.id.to_lowercase())
            .collect();
        let is_strange = |id: &&FieldText| {
            !refused.contains(&id.text.to_lowercase()) && !self.words.has_id(&id.text, self.table.players(), &state)
        };
        let strange: Vec<Diagnostic> =
            excluded.iter().filter(is_strange).map(|id| self.strange(&id.text, &id.place)).collect();
        self.failed.extend(strange.into_iter().map(Failed::Check));
    }

    /// An answer that should be legal and is not, with the reason.
    fn not_legal(&self, id: &FieldText) -> Diagnostic {
        match self.table.request() {
            None => Diagnostic::error(format!("`{}` is not legal: the game is over", id.text)).at(&id.place),
            Some(request) => {
                let told = self.refused(&request.why_not(&id.text), &id.place);
                match self.table.together().filter(|together| together.are_several()).and(request.seat) {
                    None => told,
                    Some(seat) => {
                        let name = self.table.name(seat);
                        told.hint(format!(
                            "this looks at the question for {name}: answer for {name} first to see the next"
                        ))
                    }
                }
            }
        }
    }

    fn check_refused(&mut self, id: &FieldText, reason: &FieldText) {
        let answer = self.table.request().map(|request| read_answer(request, &id.text, &mut |_| 0));
        match answer {
            Some(Err(refusal)) => self.check_refusal(&refusal, Some(reason), None),
            Some(Ok(_)) => {
                let told = Diagnostic::error(format!("`{}` is legal, and should have been refused", id.text));
                self.fail(told.at(&id.place));
            }
            None => self.fail(Diagnostic::error("nothing is refused: the game is over").at(&id.place)),
        }
    }

    fn check_score(&mut self, checks: &Checks) {
        let place = checks.score.first().map(|(seat, _)| &seat.place);
        let Some(place) = place.or_else(|| checks.winners.as_ref().map(|winners| &winners.place)) else { return };
        match self.table.score() {
            Err(problem) => self.note(Err(problem), place),
            Ok(None) => self.fail(Diagnostic::error("there is nothing to score").at(place)),
            Ok(Some(score)) => {
                for (seat, points) in &checks.score {
                    self.check_points(&score, seat, points);
                }
                if let Some(winners) = &checks.winners {
                    self.check_winners(&score, winners);
                }
            }
        }
    }

    fn check_points(&mut self, score: &Score, name: &FieldText, points: &FieldText) {
        match self.contender(score, name) {
            Err(unknown) => self.fail(unknown),
            Ok(who) => {
                let total = score.total(who).to_string();
                if total == points.text {
                    return;
                }
                let message = format!("{} has {total} points, and {} was expected", name.text, points.text);
                let lines = score.lines.iter().filter(|line| line.whose == who || score.counts_for(line) == who);
                let lines: Vec<String> = lines.map(|line| format!("{} for {}", line.points, line.what)).collect();
                let told = Diagnostic::error(message).at(&points.place);
                self.fail(if lines.is_empty() { told } else { told.hint(lines.join(", ")) });
            }
        }
    }

    /// A team or a seat by its name.
    fn contender(&self, score: &Score, name: &FieldText) -> Result<Contender, Diagnostic> {
        let team = score.teams.iter().position(|team| team.name.eq_ignore_ascii_case(&name.text));
        match (team, self.table.seat(&name.text)) {
            (Some(team), _) => Ok(Contender::Team(team)),
            (None, Ok(seat)) => Ok(Contender::Seat(seat)),
            (None, Err(_)) => {
                let known = score.teams.iter().map(|team| team.name.as_str());
                let known = known.chain(self.table.players().iter().map(String::as_str));
                let message = format!("nobody called `{}` sits at this table", name.text);
                Err(Diagnostic::error(message).at(&name.place).maybe_hint(meant_or_known(&name.text, known)))
            }
        }
    }

    fn check_winners(&mut self, score: &Score, winners: &Listed) {
        let names: Vec<String> = score.winners().into_iter().map(|who| self.table.contender(score, who)).collect();
        if let Some(unknown) = winners.items.iter().find_map(|item| self.contender(score, item).err()) {
            return self.fail(unknown);
        }
        let mut expected: Vec<String> = winners.items.iter().map(|item| item.text.to_lowercase()).collect();
        let mut there: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
        expected.sort();
        there.sort();
        if expected != there {
            let are = match names.len() {
                0 => "nobody wins".to_owned(),
                1 if matches!(score.winners()[..], [Contender::Team(_)]) => format!("{} win", names[0]),
                1 => format!("{} wins", names[0]),
                _ => format!("{} share the victory", names.join(" and ")),
            };
            let named: Vec<&str> = winners.items.iter().map(|item| item.text.as_str()).collect();
            let were = if named.len() == 1 { "was" } else { "were" };
            let message = format!("{are}, and {} {were} expected", named.join(" and "));
            self.fail(Diagnostic::error(message).at(&winners.place));
        }
    }

    fn check_says(&mut self, says: &[FieldText]) {
        if says.is_empty() {
            return;
        }
        let log: Vec<String> =
            self.table.log(Viewer::Referee).into_iter().filter(|line| !line.is_entry).map(|line| line.text).collect();
        let mut from = 0;
        for sentence in says {
            match log[from..].iter().position(|line| *line == sentence.text) {
                Some(at) => from += at + 1,
                None => {
                    let message = if log.contains(&sentence.text) {
                        "the log says this earlier, before the sentence above"
                    } else {
                        "the log does not say this"
                    };
                    let last: Vec<&str> = log.iter().rev().take(SHOWN).rev().map(String::as_str).collect();
                    let told = if last.is_empty() {
                        "it says nothing".to_owned()
                    } else {
                        format!("it says: {}", last.join(" / "))
                    };
                    self.fail(Diagnostic::error(message).at(&sentence.place).hint(told));
                }
            }
        }
    }
}

fn with_article(who: Vec<String>) -> String {
    all_of(who.into_iter().map(|who| if who == TABLE { format!("the {TABLE}") } else { who }))
}

fn in_lower_case(names: Vec<String>) -> Vec<String> {
    names.into_iter().map(|name| name.to_lowercase()).collect()
}

/// All that can be answered, one by one.
fn legal_answers(request: &Request) -> Vec<String> {
    match &request.kind {
        QuestionKind::Number { least, most } => (*least..=*most).take(1_000).map(|number| number.to_string()).collect(),
        QuestionKind::Confirm { .. } => vec!["yes".to_owned(), "no".to_owned()],
        QuestionKind::Roll { die, .. } => {
            let mut faces: Vec<String> = die.faces().map(|face| face.text).collect();
            faces.dedup();
            faces
        }
        kind => kind.options().iter().map(|choice| choice.id.clone()).collect(),
    }
}
