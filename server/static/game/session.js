// One game that is open on this phone: its state, news of it, and what this phone writes to it.

import { get, newKey, post } from '../api.js';
import { keepGame, keepState, lastState, nameOf, tokenOf } from './kept.js';
import { drop, mayComeRight, put, send, waiting, whenWorthwhile } from './outbox.js';
import { watchGame } from './watch.js';

export class Session {
  /** `kept` is a game as kept.js keeps it, `state` what is known of it, null for what this phone knew last. */
  constructor(kept, state = null) {
    this.kept = kept;
    this.state = state ?? lastState(kept.id);
    this.live = false;
    this.reachable = true;
    this.refused = false;
    this.sending = false;
    this.listeners = new Set();
    this.ends = [];
  }

  get id() {
    return this.kept.id;
  }

  get token() {
    return tokenOf(this.kept);
  }

  get isHost() {
    return Boolean(this.kept.hostToken);
  }

  /** The own seat, null for a host who only keeps the sheet. */
  get seat() {
    return this.kept.seat ?? this.state?.you.seat ?? null;
  }

  /** Calls `listener(state, before)` after every change; answers a function that ends it. */
  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  start() {
    this.ends = [
      watchGame(this.id, this.token, {
        onVersion: (version) => {
          if (version !== this.state?.version) this.refresh();
        },
        ask: () => this.refresh(),
        onLine: (up) => {
          this.live = up;
          if (up) this.flush();
          this.tell();
        },
        onRefused: () => this.lose(),
      }),
      whenWorthwhile(() => this.flush()),
    ];
    this.refresh();
    this.flush();
  }

  stop() {
    this.ends.forEach((end) => end());
    this.ends = [];
    this.listeners.clear();
  }

  async refresh() {
    try {
      const known = this.state ? `?after=${this.state.version}` : '';
      const state = await get(`/api/games/${this.id}${known}`, { token: this.token });
      const wasAway = !this.reachable;
      this.reachable = true;
      if (state) this.take(state);
      else if (wasAway) this.tell();
    } catch (error) {
      if (error.status === 404 || error.status === 401) this.lose();
      else {
        this.reachable = false;
        this.tell();
      }
    }
  }

  /** Writes as the host does: with the version seen on the screen. Throws ApiError; a conflict has the new state. */
  async write(step, body, version = this.state.version) {
    return this.answer(() =>
      post(`/api/games/${this.id}/${step}`, { version, ...body }, { token: this.token, key: newKey() }));
  }

  /** Writes what needs no version: the tiles on the table. */
  async showTable(tiles) {
    const body = { round: this.state.current.number, tiles };
    return this.answer(() => post(`/api/games/${this.id}/table`, body, { token: this.token, key: newKey() }));
  }

  /** Sends a hand, or keeps it until it can be sent. */
  async submit(hand) {
    put(this.id, hand);
    this.tell();
    await this.flush();
  }

  async flush() {
    if (this.sending || !waiting(this.id).some((item) => !item.refused)) return;
    this.sending = true;
    let state = null;
    try {
      state = await send(this.id, this.token);
    } finally {
      this.sending = false;
    }
    if (state) {
      this.reachable = true;
      this.take(state);
      // A hand may have been changed while the one before it was on its way.
      await this.flush();
    } else this.tell();
  }

  /** Throws away a hand that waits. */
  discard(key) {
    drop(key);
    this.tell();
  }

  async answer(ask) {
    try {
      const state = await ask();
      this.reachable = true;
      this.take(state);
      return state;
    } catch (error) {
      if (mayComeRight(error)) this.reachable = error.code !== 'offline';
      throw error;
    }
  }

  take(state) {
    if (this.state && state.version < this.state.version) return;
    const before = this.state;
    this.state = state;
    keepState(state);
    if (!before) keepGame({ id: this.id, name: nameOf(state) });
    this.tell(before);
  }

  lose() {
    this.refused = true;
    this.tell();
  }

  tell(before = this.state) {
    this.listeners.forEach((listener) => listener(this.state, before));
  }
}
