import { html, type Html } from '@app/http';
import { actors, type Participant, type Step } from './flows.js';

export interface FlowProgress {
  /** Number of steps that have happened. */
  done: number;
  /** Number of steps that an earlier page displayed; the others are animated one after the other. */
  seen: number;
}

const NONE: FlowProgress = { done: 0, seen: 0 };

/** A sequence drawing: a column for each actor, an arrow for each step. Screen readers get it as a list. */
export function sequence(steps: readonly Step[], progress: FlowProgress = NONE): Html {
  const columns = (Object.keys(actors) as Participant[]).filter((actor) =>
    steps.some(({ from, to }) => from === actor || to === actor),
  );
  const column = (actor: Participant) => columns.indexOf(actor) + 1;
  return html`<div class="sequence of-${columns.length}">
    <p class="actors" aria-hidden="true">${columns.map((actor) => html`<span>${actors[actor]}</span>`)}</p>
    <ol>
      ${steps.map(
        ({ from, to, text }, index) =>
          html`<li class="${describeState(index, progress)} from-${column(from)} to-${column(to)}">
            <span class="sr">${actors[from]} to ${actors[to]}:</span> <span class="text">${text}</span>
            <span class="arrow ${direction(column(from), column(to))}"></span>
          </li>`,
      )}
    </ol>
  </div>`;
}

function describeState(index: number, { done, seen }: FlowProgress): string {
  if (index === done) return 'next';
  if (index > done) return 'later';
  return index < seen ? 'lit' : `lit fresh after-${Math.min(index - seen, 10)}`;
}

const direction = (from: number, to: number): string =>
  from === to ? 'self' : from > to ? 'leftwards' : 'rightwards';
