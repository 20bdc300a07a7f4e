import { describe, expect, it } from 'vitest';

import { clockFace, clockName, dayName, isLow, presetName } from '../src/lib/clock';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe('days', () => {
  it('are written out, and the first of a month as an ordinal in French', () => {
    const days = [1, 21].map((day) => new Date(2025, 0, day, 12).getTime());
    expect(days.map((day) => dayName(day, 'fr-FR'))).toEqual(['1er janvier 2025', '21 janvier 2025']);
    expect(days.map((day) => dayName(day, 'en-GB'))).toEqual(['1 January 2025', '21 January 2025']);
  });
});

describe('clocks', () => {
  it('have names', () => {
    expect(clockName('5+10')).toEqual({ k: 'clock-live', a: { minutes: 5, seconds: 10 } });
    expect(clockName('3d')).toEqual({ k: 'clock-days', a: { n: 3 } });
  });

  it('of days have no other name', () => {
    expect(presetName('quick', '5+10')).toEqual({ k: 'clock-preset', a: { name: { k: 'clock-quick' }, time: clockName('5+10') } });
    expect(presetName('daily', '1d')).toEqual(clockName('1d'));
  });

  it('show the remaining time', () => {
    expect([0, 900, 9_001, 65_000, 600_000, HOUR + 61_000].map(clockFace)).toEqual(['0:00', '0:01', '0:10', '1:05', '10:00', '1:01:01']);
    expect(clockFace(51 * HOUR)).toEqual({ k: 'clock-long', a: { days: 2, hours: 3 } });
  });

  it('are urgent near the end', () => {
    expect([isLow(19 * SECOND, '5+10'), isLow(21 * SECOND, '5+10')]).toEqual([true, false]);
    expect([isLow(HOUR / 2, '3d'), isLow(2 * HOUR, '3d')]).toEqual([true, false]);
  });
});
