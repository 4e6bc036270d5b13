//! Plays worked examples: puts on the table what is given, does what happens, and compares what comes out. Pure: who calls
//! opens the rules. All dice and cards are in the hands of the table, so nothing is left to chance.

mod checks;
mod counts;
mod impossible;
mod vocabulary;
mod written;

use std::cell::RefCell;
use std::rc::Rc;

use crate::diag::{Diagnostic, Place, all_of};
use crate::model::{Chance, Event, FieldText, Given, Happening, Laws, RefusedAnswer, Scenario, Written};

use super::typed::read_answer;
use super::{
    Adjusted, AnswerQueue, Back, BrokenLaw, Custody, Fault, Hands, Hint, Move, Problem, QuestionKind, Refusal,
    RefusalKind, Request, Rules, Start, Table, Viewer,
};
pub use vocabulary::Vocabulary;
use written::WrittenReader;

/// Examples have no clock.
const AT: &str = "";
/// Why an example adjusts something.
const REASON: &str = "the scenario says so";

/// What to do about a law that does not hold in what is given.
const UNHELD: &str = "give the rest of the table, or say `laws: once they hold` where only a part of it is given";

/// Rules with the queue they ask.
pub type OpenRules = (Box<dyn Rules>, Rc<RefCell<AnswerQueue>>);

/// What did not come out.
#[derive(Debug, Clone)]
pub enum Failed {
    /// Something is not as the example says.
    Check(Diagnostic),
    /// The rules themselves are at fault.
    Fault {
        /// What is wrong with them.
        fault: Fault,
        /// Where in the example it came up.
        place: Place,
    },
}

/// What came of an example.
#[derive(Debug, Default)]
pub struct Played {
    /// What did not come out; nothing when all is as it should be.
    pub failed: Vec<Failed>,
    /// What the script printed for who writes it, each with its line.
    pub printed: Vec<(usize, String)>,
}

/// Plays one example at a table that starts like this.
pub fn play_scenario(
    scenario: &Scenario,
    start: Start,
    words: &Vocabulary,
    open: impl FnOnce(&Start) -> Result<OpenRules, Fault>,
) -> Played {
    let start = Start { hands: Hands { usual: Custody::Table, ..Hands::default() }, ..start };
    match set_up(&scenario.given, start, words, open) {
        Err(failed) => Played { failed, printed: Vec::new() },
        Ok((table, unheld)) => {
            let mut run = Run { table, words, unheld, failed: Vec::new() };
            run.play(scenario);
            Played { printed: run.table.printed(0), failed: run.failed }
        }
    }
}

/// The table as it is given, and the laws that do not hold there.
fn set_up(
    given: &Given,
    start: Start,
    words: &Vocabulary,
    open: impl FnOnce(&Start) -> Result<OpenRules, Fault>,
) -> Result<(Table, Vec<String>), Vec<Failed>> {
    let at = |place: &Place, fault: Fault| vec![Failed::Fault { fault, place: place.clone() }];
    let (mut rules, queue) = open(&start).map_err(|fault| at(&given.place, fault))?;
    let mut reader = WrittenReader { schema: rules.schema(), words, wrong: Vec::new() };
    let mut state = reader.schema.start();
    reader.set(&mut state, &given.state);
    if reader.wrong.is_empty() {
        let place = given.state.first().map_or(&given.place, |(field, _)| &field.place);
        let impossible = impossible::cards(reader.schema, &state, words, given.laws);
        reader.wrong.extend(impossible.into_iter().map(|told| told.at(place)));
    }
    if !reader.wrong.is_empty() {
        return Err(reader.wrong.into_iter().map(Failed::Check).collect());
    }
    let Some(step) = &given.step else {
        let broken = rules.broken_laws().map_err(|fault| at(&given.place, fault))?;
        let unheld = broken.into_iter().map(|law| law.name).collect();
        let table = Table::open(start, rules, queue, Vec::new(), AT);
        return table.map(|table| (table, unheld)).map_err(|problem| vec![failure(problem, &given.place)]);
    };
    rules.put(&state, &step.text).map_err(|fault| at(&step.place, fault))?;
    let broken = rules.broken_laws().map_err(|fault| at(&step.place, fault))?;
    if given.laws == Laws::Hold && !broken.is_empty() {
        let told = |law: &BrokenLaw| Failed::Check(Diagnostic::error(unheld(law)).at(&given.place).hint(UNHELD));
        return Err(broken.iter().map(told).collect());
    }
    let unheld = broken.into_iter().map(|law| law.name).collect();
    let table = Table::place(start, rules, queue, (state, step.text.clone()), AT);
    table.map(|table| (table, unheld)).map_err(|problem| vec![failure(problem, &step.place)])
}

fn unheld(law: &BrokenLaw) -> String {
    format!("a law does not hold in what is given: {law}")
}

fn failure(problem: Problem, place: &Place) -> Failed {
    match problem {
        Problem::Fault(fault) => Failed::Fault { fault, place: place.clone() },
        Problem::Refused(refusal) | Problem::Diverged { refusal, .. } => Failed::Check(refusal.diagnostic().at(place)),
    }
}

/// An example that is being played.
struct Run<'w> {
    table: Table,
    words: &'w Vocabulary,
    /// Laws that have not held yet.
    unheld: Vec<String>,
    failed: Vec<Failed>,
}

impl Run<'_> {
    fn play(&mut self, scenario: &Scenario) {
        self.check_laws(&scenario.given.place);
        for event in &scenario.when {
            if !self.failed.is_empty() {
                return;
            }
            self.happen(event);
        }
        if self.failed.is_empty() {
            self.check(&scenario.then);
        }
        if self.failed.is_empty() && !scenario.expects_something() {
            let told = Diagnostic::error("nothing has to come out of this scenario, so it shows nothing");
            self.fail(
                told.at(&scenario.name.place).hint("say what has to be so with `then`, such as `then: {asks: Ann}`"),
            );
        }
    }

    fn happen(&mut self, event: &Event) {
        let place = &event.place;
        match &event.what {
            Happening::Answer { by, text } => self.answer(by.as_ref(), text),
            Happening::Together(answers) => self.answer_together(answers),
            Happening::Roll(faces) => self.chance("roll", faces),
            Happening::Draw(card) => self.chance("draw", card),
            Happening::Refused(answer) => self.refuse(answer, place),
            Happening::Adjust { set, triggers } => self.adjust(set, *triggers, place),
            Happening::Undo(times) => {
                let undone = self.table.undo(Back::Times(*times), None, AT);
                self.note(undone.map(|_| ()), place);
            }
            Happening::Then(checks) => self.check(checks),
        }
    }

    /// Dice or a card: only where they are asked for.
    fn chance(&mut self, word: &str, chance: &Chance) {
        let Chance { text, by } = chance;
        let asked = self.table.request_of(by.as_ref().map(|by| by.text.as_str()));
        if asked.is_none_or(|request| request.kind.word() != word) {
            let what = if word == "roll" { "no dice are" } else { "no card is" };
            let whose = by.as_ref().map_or_else(String::new, |by| format!(" of {}", by.text));
            let told = Diagnostic::error(format!("{what} asked for now{whose}")).at(&text.place);
            return self.fail(self.with_question(told));
        }
        let owner = asked.and_then(|request| request.seat).map(|seat| self.table.name(seat).to_owned());
        if let Some(by) =
            by.as_ref().filter(|by| owner.as_ref().is_none_or(|owner| !owner.eq_ignore_ascii_case(&by.text)))
        {
            let whose = owner.map_or_else(|| "the table's".to_owned(), |owner| format!("{owner}'s"));
            let what = if word == "roll" { "these dice are" } else { "this card is" };
            let told = Diagnostic::error(format!("{what} {whose}, and not {}'s", by.text)).at(&by.place);
            return self.fail(self.with_question(told));
        }
        self.answer(by.as_ref(), text);
    }

    /// Answers to questions that are asked at once, one after another.
    fn answer_together(&mut self, answers: &[(FieldText, FieldText)]) {
        if let (Some(together), Some((by, _))) = (self.table.together(), answers.first())
            && !together.are_several()
        {
            let told = Diagnostic::error(format!("only {} is asked now, and nobody beside", all_of(self.asked())));
            return self.fail(self.with_question(told.at(&by.place)));
        }
        for (by, text) in answers {
            if self.failed.is_empty() {
                self.answer(Some(by), text);
            }
        }
    }

    fn answer(&mut self, by: Option<&FieldText>, text: &FieldText) {
        if self.is_left_to_chance(by, &text.text) {
            let told = Diagnostic::error("nothing is left to chance in a scenario: name every die and every card");
            return self.fail(self.with_question(told.at(&text.place)));
        }
        let given = Move { by: by.map(|by| by.text.as_str()), number: None, text: &text.text };
        match self.table.answer(&given, AT) {
            Ok(()) => self.check_laws(&text.place),
            Err(Problem::Refused(mut refusal)) => {
                // Here no die is left to the referee, and nothing is told again.
                refusal.hints.retain(|hint| !matches!(hint, Hint::Blank | Hint::NothingKept));
                self.fail(self.refused(&refusal, &text.place));
            }
            Err(problem) => self.note(Err(problem), &text.place),
        }
    }

    /// Whether the referee would have to roll or deal for this answer.
    fn is_left_to_chance(&self, by: Option<&FieldText>, text: &str) -> bool {
        let asked = self.table.request_of(by.map(|by| by.text.as_str()));
        let Some(request) = asked.filter(|request| request.kind.randomiser().is_some()) else { return false };
        let mut thrown = false;
        let _ = read_answer(request, text, &mut |_| {
            thrown = true;
            0
        });
        thrown
    }

    /// An answer that has to be refused; the table stays as it is.
    fn refuse(&mut self, answer: &RefusedAnswer, place: &Place) {
        let text = &answer.text;
        let is_asked = self.is_asked(answer.by.as_ref());
        let given = Move { by: answer.by.as_ref().map(|by| by.text.as_str()), number: None, text: &text.text };
        match self.table.answer(&given, AT) {
            Err(Problem::Refused(refusal)) => {
                if !is_asked && answer.because.is_none() {
                    return self.fail_as_not_asked(answer, &refusal);
                }
                self.check_refusal(&refusal, answer.because.as_ref(), answer.rule.as_ref());
                if answer.because.is_none() {
                    self.check_words(text, &refusal);
                }
            }
            Err(problem) => self.note(Err(problem), place),
            Ok(()) => {
                let told = Diagnostic::error(format!("`{}` is legal, and should have been refused", text.text));
                self.fail(told.at(&text.place));
            }
        }
    }

    /// Whether this seat may answer at all: what it says is looked at only then.
    fn is_asked(&self, by: Option<&FieldText>) -> bool {
        let asked = self.asked();
        by.is_none_or(|by| asked.iter().any(|who| who == checks::TABLE || who.eq_ignore_ascii_case(&by.text)))
    }

    /// Whatever somebody says who is not asked is refused.
    fn fail_as_not_asked(&mut self, answer: &RefusedAnswer, refusal: &Refusal) {
        let Some(by) = &answer.by else { return };
        let message = format!("{} is not asked, so whatever {} says is refused", by.text, by.text);
        let told = Diagnostic::error(message).at(&by.place);
        let hint = format!("if that is what has to be shown, say `because: {}`", refusal.reason());
        self.fail(self.with_question(told.hint(hint)));
    }

    /// An answer that is refused because nothing is called like it shows nothing.
    fn check_words(&mut self, text: &FieldText, refusal: &Refusal) {
        if !matches!(refusal.kind, RefusalKind::Unknown(_) | RefusalKind::Over | RefusalKind::Other(_)) {
            return;
        }
        let state = self.table.state(Viewer::Referee).unwrap_or_default();
        if let Some(stranger) = self.words.stranger(&text.text, self.table.players(), &state) {
            self.fail(self.strange(stranger, &text.place));
        }
    }

    fn strange(&self, word: &str, place: &Place) -> Diagnostic {
        let message = format!("nothing in this game is called `{word}`, so it shows nothing that this is refused");
        Diagnostic::error(message).at(place).maybe_hint(self.words.meant(word))
    }

    fn check_refusal(&mut self, refusal: &Refusal, because: Option<&FieldText>, rule: Option<&FieldText>) {
        let reason = refusal.reason();
        if let Some(because) = because.filter(|because| because.text != reason) {
            self.fail(Diagnostic::error(format!("it is refused for another reason: {reason}")).at(&because.place));
        }
        if let Some(rule) = rule.filter(|rule| refusal.rule.as_ref() != Some(&rule.text)) {
            let message = match &refusal.rule {
                Some(named) => format!("it is refused under another heading: {named}"),
                None => format!("it is refused without a heading: {reason}"),
            };
            self.fail(Diagnostic::error(message).at(&rule.place));
        }
    }

    fn adjust(&mut self, set: &[(FieldText, Written)], triggers: bool, place: &Place) {
        let state = match self.table.state(Viewer::Referee) {
            Ok(state) => state,
            Err(problem) => return self.note(Err(problem), place),
        };
        let mut reader = WrittenReader { schema: self.table.schema(), words: self.words, wrong: Vec::new() };
        let values = reader.values(&state, set);
        let set = values.into_iter().map(|(path, value)| (path.text.clone(), value)).collect();
        let wrong = reader.wrong;
        if wrong.is_empty() {
            let wish =
                Adjusted { set, triggers, reason: REASON.to_owned(), at_step: std::collections::BTreeMap::new() };
            let adjusted = self.table.adjust(&wish, None, AT);
            return self.note(adjusted.map(drop), place);
        }
        self.failed.extend(wrong.into_iter().map(Failed::Check));
    }

    /// A law that held once has to hold from then on.
    fn check_laws(&mut self, place: &Place) {
        match self.table.broken_laws() {
            Ok(broken) => {
                for law in broken.iter().filter(|law| !self.unheld.contains(&law.name)) {
                    self.failed.push(Failed::Check(Diagnostic::error(format!("a law is broken: {law}")).at(place)));
                }
                self.unheld.retain(|name| broken.iter().any(|law| law.name == *name));
            }
            Err(problem) => self.note(Err(problem), place),
        }
    }

    fn note(&mut self, done: Result<(), Problem>, place: &Place) {
        if let Err(problem) = done {
            self.failed.push(failure(problem, place));
        }
    }

    fn fail(&mut self, diagnostic: Diagnostic) {
        self.failed.push(Failed::Check(diagnostic));
    }

    /// Says what is asked instead.
    fn with_question(&self, diagnostic: Diagnostic) -> Diagnostic {
        self.asking().iter().fold(diagnostic, |told, hint| told.hint(hint.to_string()))
    }

    /// A refusal with what is asked instead, as far as it does not say so itself.
    fn refused(&self, refusal: &Refusal, place: &Place) -> Diagnostic {
        let told = refusal.diagnostic().at(place);
        let says = |is_such: fn(&Hint) -> bool| refusal.hints.iter().any(is_such);
        if refusal.kind == RefusalKind::Over || says(|hint| matches!(hint, Hint::Asked(_))) {
            return told;
        }
        let says_legal = says(|hint| matches!(hint, Hint::Legal(_) | Hint::Roll(_)));
        let is_new = |hint: &&Hint| !(says_legal && matches!(hint, Hint::Legal(_) | Hint::Roll(_)));
        self.asking().iter().filter(is_new).fold(told, |told, hint| told.hint(hint.to_string()))
    }

    /// What is asked now, and what is legal.
    fn asking(&self) -> Vec<Hint> {
        let Some(request) = self.table.request() else { return vec!["the game is over".into()] };
        let legal = request.legal();
        let legal =
            if matches!(request.kind, QuestionKind::Roll { .. }) { Hint::Roll(legal) } else { Hint::Legal(legal) };
        vec![Hint::Asked(format!("{}: \"{}\"", all_of(self.asked()), request.prompt)), legal]
    }

    /// Who is asked, in the words of examples.
    fn asked(&self) -> Vec<String> {
        let Some(together) = self.table.together() else { return vec![checks::NOBODY.to_owned()] };
        let name = |request: &Request| match request.seat {
            None => checks::TABLE.to_owned(),
            Some(seat) => self.table.name(seat).to_owned(),
        };
        together.missing().map(name).collect()
    }
}
