/**
 * Small sites made in code: for each way in which pages of real sites were lost, pages that show it, and copies that
 * should be refused, so that a rule that stores everything fails.
 */
import { articles } from './articles.js';
import { copies } from './copies.js';
import { events } from './events.js';
import { listings } from './listings.js';
import type { MadeCase } from './page.js';
import { threads } from './threads.js';

export function madeCases(): MadeCase[] {
  return [...events(), ...threads(), ...listings(), ...articles(), ...copies()];
}
