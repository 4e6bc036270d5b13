//! What people type who go by what is printed: for an answer, one of the many ways in which its things can be called.

use tablewright::inside::dice::Chance;
use tablewright::inside::referee::{Answer, Choice, Move, Request, Table, View, Viewer, answer_by_chance, read_answer};
use tablewright::inside::ui::terminal::{Command, read_command, without_numbers};

/// A decision, in two ways.
pub struct Decision {
    /// As it is recorded.
    pub id: String,
    /// As people type it who go by names.
    pub name: String,
    /// As those type it who spare every key.
    pub shortest: String,
    /// What is typed before it, when the others look away: `look`, or the name where several are asked.
    pub opens: Option<String>,
    /// Who answers, where several are asked.
    pub by: Option<String>,
}

impl Decision {
    /// The lines that people type for it.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.opens.as_deref().into_iter().chain([self.name.as_str()])
    }
}

/// So many decisions of chance at a table, which is played on by them.
pub fn typed_by_names(table: &mut Table, decisions: usize, chance: &mut Chance) -> Vec<Decision> {
    let (mut lines, mut alone) = (Vec::new(), None);
    while lines.len() < decisions {
        let Some(request) = table.request().cloned() else { break };
        let together = table.together().expect("a question");
        let (is_only, are_several) = (together.missing().count() == 1, together.are_several());
        let by = request.seat.filter(|_| are_several).map(|seat| table.name(seat).to_owned());
        // Dice and cards are left to the referee.
        let is_chance = request.kind.randomiser().is_some();
        let id = if is_chance { "roll".to_owned() } else { answer_by_chance(&request, chance) };
        let seat = request.seat.map_or(Viewer::Everybody, Viewer::Seat);
        let view = table.view(seat).unwrap_or_else(|problem| panic!("{problem:?}"));
        let name = if is_chance { id.clone() } else { called(&request, &view, &id, chance) };
        let shortest = if is_chance { "r".to_owned() } else { shortest(&request, &view, &id) };
        table
            .answer(&Move { text: &id, by: by.as_deref(), ..Move::default() }, super::table::AT)
            .unwrap_or_else(|problem| panic!("{problem:?}"));
        // Whoever is asked another secret right away goes on alone.
        let secret = request.seat.filter(|_| request.secret);
        let is_closed = secret.is_some() && !(is_only && secret == alone);
        let opens = is_closed.then(|| by.clone().unwrap_or_else(|| "look".to_owned()));
        let name = match &by {
            Some(by) if secret.is_none() => format!("{by}: {name}"),
            _ => name,
        };
        alone = secret;
        lines.push(Decision { id, name, shortest, opens, by });
    }
    lines
}

/// One of the ways to type an answer.
fn called(request: &Request, view: &View, id: &str, chance: &mut Chance) -> String {
    let Ok(answer) = read_answer(request, id, &mut |_| 0) else { return id.to_owned() };
    let mut pick = |count: usize| chance.below(u32::try_from(count).expect("few ways")) as usize;
    let mut name = |id: &String| {
        let choice = request.kind.options().iter().find(|choice| choice.id == *id);
        let ways = choice.map(ways).unwrap_or_default();
        if ways.is_empty() { id.clone() } else { ways[pick(ways.len())].clone() }
    };
    // Some ways fit other things too, or are commands: then another one is tried.
    for _ in 0..40 {
        let line = match &answer {
            Answer::Choose(id) => name(id),
            Answer::ChooseMany(ids) | Answer::Order(ids) if !ids.is_empty() => {
                ids.iter().map(&mut name).collect::<Vec<_>>().join(", ")
            }
            Answer::Draw(shown) | Answer::Dealer(shown) => name(&shown.face),
            Answer::Deal(shown) => shown.iter().map(|shown| name(&shown.face)).collect::<Vec<_>>().join(", "),
            _ => return id.to_owned(),
        };
        if means(request, view, &line, &answer) {
            return line;
        }
    }
    id.to_owned()
}

/// Whether a line is this answer.
fn means(request: &Request, view: &View, line: &str, answer: &Answer) -> bool {
    read_command(line, Some(request)) == Ok(Command::Answer(line.to_owned()))
        && read_answer(request, &without_numbers(line, request, view), &mut |_| 0).as_ref() == Ok(answer)
}

/// The fewest letters or figures that are this answer.
fn shortest(request: &Request, view: &View, id: &str) -> String {
    let Ok(answer) = read_answer(request, id, &mut |_| 0) else { return id.to_owned() };
    let place = request.kind.options().iter().position(|choice| choice.id == id);
    let choice = place.map(|place| &request.kind.options()[place]);
    let starts = choice.into_iter().flat_map(|choice| [&choice.id, &choice.label]).flat_map(|name| {
        let words = name.split(|c: char| !c.is_alphanumeric());
        words.flat_map(|word| (1..=word.len()).filter_map(|end| word.get(..end))).map(str::to_owned).collect::<Vec<_>>()
    });
    let numbers = place.map(|place| (place + 1).to_string());
    let mut lines: Vec<String> = numbers.into_iter().chain(starts).chain([id.to_owned()]).collect();
    lines.sort_by_key(|line| line.chars().count());
    lines.into_iter().find(|line| means(request, view, line, &answer)).unwrap_or_else(|| id.to_owned())
}

/// What people may call something: its name in large and small letters, its words, and how they begin.
fn ways(choice: &Choice) -> Vec<String> {
    let mut ways = Vec::new();
    for name in [&choice.label, &choice.id] {
        ways.extend([name.clone(), name.to_uppercase(), name.to_lowercase(), format!("({name})")]);
        let words: Vec<&str> =
            name.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 2).collect();
        ways.extend(words.iter().map(|word| (*word).to_owned()));
        ways.extend(words.iter().map(|word| word.chars().take(3).collect()));
        ways.extend(words.windows(2).map(|two| two.join(" ")));
    }
    ways
}
