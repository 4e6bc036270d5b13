//! `teams` of `game.yaml`: who plays together, by seats in turn order.

use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::model::{FieldText, Teams};

use super::fields::Fields;
use super::yaml::{Node, Value};

/// A team as it was written.
struct Written {
    name: FieldText,
    seats: Option<Vec<(usize, Place)>>,
}

/// Who plays together. `seats` is how few and how many can play.
pub fn read_teams(node: &Node, seats: Option<(usize, usize)>, found: &mut Diagnostics) -> Teams {
    let Value::List(items) = &node.value else {
        let message = format!("`teams` is a list, and this is {}", node.kind());
        let hint = "begin each team with `- {name: .., seats: [1, 3]}`";
        found.push(Diagnostic::error(message).at(&node.place).hint(hint));
        return Teams::default();
    };
    let written: Vec<Written> = items.iter().filter_map(|item| read_team(item, found)).collect();
    for (n, team) in written.iter().enumerate() {
        check_name(team, &written[..n], found);
        check_seats(team, &written[..n], seats, found);
    }
    let numbers = |team: &Written| team.seats.as_ref().map(|seats| seats.iter().map(|(seat, _)| *seat).collect());
    let teams = Teams(written.iter().map(|team| (team.name.text.clone(), numbers(team))).collect());
    let fewest = seats.map_or(0, |(least, _)| least);
    let all = teams.of(fewest).into_iter().zip(&written);
    for ((name, _), team) in all.filter(|((_, seats), _)| seats.is_empty() && fewest > 0) {
        let message = format!("with {} nobody is in the team `{name}`", crate::diag::count_of(fewest, "player"));
        found.push(Diagnostic::error(message).at(&team.name.place));
    }
    teams
}

fn read_team(item: &Node, found: &mut Diagnostics) -> Option<Written> {
    let mut fields = Fields::open(item, "a team", found)?;
    let name = fields.required_text("name", "a team");
    let seats = fields.node("seats").map(|_| fields.texts("seats"));
    fields.finish();
    let number = |seat: FieldText| match seat.text.parse::<usize>() {
        Ok(number) if number > 0 => Some((number, seat.place)),
        _ => {
            let message = format!("`{}` is no seat: the first is 1", seat.text);
            found.push(Diagnostic::error(message).at(&seat.place));
            None
        }
    };
    let seats = seats.map(|seats| seats.into_iter().filter_map(number).collect());
    Some(Written { name: name?, seats })
}

fn check_name(team: &Written, before: &[Written], found: &mut Diagnostics) {
    let name = team.name.text.trim();
    if name.is_empty() {
        found.push(Diagnostic::error("a team needs a name").at(&team.name.place));
    } else if before.iter().any(|other| other.name.text.eq_ignore_ascii_case(name)) {
        found.push(Diagnostic::error(format!("two teams are called `{name}`")).at(&team.name.place));
    }
}

/// Every seat can be taken, and is in one team; only one team has all that are left.
fn check_seats(team: &Written, before: &[Written], players: Option<(usize, usize)>, found: &mut Diagnostics) {
    let name = &team.name;
    let Some(seats) = &team.seats else {
        if let Some(other) = before.iter().find(|other| other.seats.is_none()) {
            let message = format!("`{}` and `{}` both have all seats that are left", other.name.text, name.text);
            found.push(Diagnostic::error(message).at(&name.place).hint("name the seats of one of them"));
        }
        return;
    };
    for (n, (seat, place)) in seats.iter().enumerate() {
        if let Some((_, most)) = players.filter(|(_, most)| seat > most) {
            let message = format!("there is no seat {seat}: at most {most} can play");
            found.push(Diagnostic::error(message).at(place));
        }
        let is_in = |other: &Written| other.seats.iter().flatten().any(|(taken, _)| taken == seat);
        let is_twice = seats[..n].iter().any(|(taken, _)| taken == seat);
        if let Some(other) = before.iter().find(|other| is_in(other)).or(is_twice.then_some(team)) {
            let message = format!("seat {seat} is in `{}` already", other.name.text);
            found.push(Diagnostic::error(message).at(place));
        }
    }
}
