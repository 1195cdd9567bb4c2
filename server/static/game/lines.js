// The lines of the chart: where each player stood after each round, and how the lines are told apart.

/** A dash pattern for each seat, so that no line is known by its colour alone; the colours are in game.css. */
export const STROKES = [
  { dash: [] }, { dash: [8, 4] }, { dash: [2, 3] }, { dash: [10, 3, 2, 3] },
  { dash: [14, 4] }, { dash: [5, 2] }, { dash: [2, 5] }, { dash: [6, 3, 6, 3, 2, 3] },
];

/** The totals of each seat from before the first round to after the last. */
export function running(state) {
  return state.players.map(({ seat }) => {
    let total = 0;
    return [0, ...state.rounds.map((round) => {
      total += round.scores.find((score) => score.seat === seat)?.points ?? 0;
      return total;
    })];
  });
}
