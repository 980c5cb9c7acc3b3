import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finalityOf } from '#src/table/integrity/finalityOf';
import { propertyRuns } from '../../propertyRuns';
import { atOnce } from '../atOnce';
import { hour, minute, seriesRecord, start, tableOf, value, values } from '../charts/tables';

const day = { start, end: start + 24 * hour };
const found = (...records: readonly object[]) => atOnce(finalityOf(tableOf('timeSeries', records), day));
const hours = (from: number, to: number) => values(Array<number>(to - from).fill(1), 60, from * 60);

/** A record with prices in NOK for these hours. */
const priced = (
  attributes: Parameters<typeof seriesRecord>[0],
  list: readonly object[] = hours(0, 24),
  fields: object = {},
) => seriesRecord({ deliveryArea: 'NO1', ...attributes }, list, { unit: 'NOK/MWh', ...fields });

describe('the values of a day', () => {
  it('are preliminary if their record says so, until official ones are there', () => {
    const preliminary = { isStated: true, preliminary: 24, isInEuros: false };
    const settled = { isStated: true, preliminary: 0, isInEuros: false };
    expect(found(priced({ status: 'P' }))).toEqual(preliminary);
    expect(found(priced({ status: 'O' }))).toEqual(settled);
    expect(found(priced({ status: 'P' }), priced({ status: 'O' }))).toEqual(settled);
    expect(found(priced({}))).toEqual({ isStated: false, preliminary: 0, isInEuros: false });
  });

  it.each([
    [{ STATUS: 'preliminary' }, { STATUS: 'Official' }, {}, {}],
    [{}, {}, { status: 'p' }, { status: 'OFFICIAL' }],
    [{}, {}, { Status: 'P' }, { Status: 'o' }],
    [
      { status: 'P', confirmationStatus: 'unconfirmed' },
      { status: 'O', confirmationStatus: 'confirmed' },
      {},
      {},
    ],
  ])(
    'say so in any spelling, in an attribute or a field: %j %j %j %j',
    (one, other, oneField, otherField) => {
      const [first, second] = [priced(one, undefined, oneField), priced(other, undefined, otherField)];
      expect(found(first).preliminary).toBe(24);
      expect(found(second)).toMatchObject({ isStated: true, preliminary: 0 });
      expect(found(first, second).preliminary).toBe(0);
    },
  );

  it('can be preliminary one by one, too', () => {
    const said = hours(0, 2).flatMap((each) => [
      { ...each, status: 'P' },
      { ...each, status: 'O' },
    ]);
    expect(found(priced({}, said)).preliminary).toBe(0);
    expect(found(priced({}, said.slice(0, -1))).preliminary).toBe(1);
  });

  it('are settled only by official values of the same series and interval', () => {
    const preliminary = priced({ status: 'P' });
    expect(found(preliminary, priced({ status: 'O' }, hours(6, 24))).preliminary).toBe(6);
    expect(found(preliminary, priced({ status: 'O', deliveryArea: 'NO2' })).preliminary).toBe(24);
    expect(found(preliminary, priced({ status: 'O' }, undefined, { unit: 'EUR/MWh' })).preliminary).toBe(24);
    expect(
      found(preliminary, priced({ status: 'O' }, values(Array<number>(48).fill(1), 30))).preliminary,
    ).toBe(24);
    const withoutLast = [...hours(0, 23), value(23 * 60, 24 * 60, null)];
    expect(found(preliminary, priced({ status: 'O' }, withoutLast)).preliminary).toBe(1);
  });

  it('are those that start in it and have a value', () => {
    const around = [...hours(-1, 1), value(60, 120, null), ...hours(24, 25)];
    expect(found(priced({ status: 'P' }, around))).toMatchObject({ isStated: true, preliminary: 1 });
    expect(found(priced({ status: 'P' }, hours(24, 48)))).toMatchObject({ isStated: false, preliminary: 0 });
  });

  it.each([
    ['EUR/MWh', true],
    ['EUR', true],
    ['€ / MWh', true],
    ['Euro per MWh', true],
    ['NOK/MWh', false],
    ['EURX/MWh', false],
    ['MWh', false],
    ['', false],
  ])('are in euros if their unit is: %s', (unit, isInEuros) => {
    const one = priced({}, undefined, { unit });
    expect(found(one).isInEuros).toBe(isInEuros);
    expect(found(one, priced({ deliveryArea: 'NO2' })).isInEuros).toBe(false);
    expect(found(one, priced({ deliveryArea: 'NO2' }, hours(24, 25))).isInEuros).toBe(isInEuros);
  });

  it('mean the same in whatever order the records come', () => {
    const status = fc.constantFrom('P', 'preliminary', 'O', 'official', 'X', null);
    const record = fc.record({
      deliveryArea: fc.constantFrom('NO1', 'NO2'),
      status,
      field: status,
      quarters: fc.array(fc.integer({ min: -2, max: 98 }), { maxLength: 6 }),
      price: fc.option(fc.integer(), { freq: 5 }),
    });
    const isOf = (one: string) => (said: string | null) => new RegExp(`^${one}`, 'i').test(said ?? '');
    const [isP, isO] = [isOf('p'), isOf('o')];
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 8 }).chain((all) => {
          const places = all.map((_, at) => at);
          return fc.tuple(fc.constant(all), fc.shuffledSubarray(places, { minLength: all.length }));
        }),
        ([all, places]) => {
          const records = all.map(({ deliveryArea, status: said, field, quarters, price }) =>
            priced(
              { deliveryArea, status: said },
              quarters.map((at) => value(at * 15, at * 15 + 15, price)),
              { status: field },
            ),
          );
          const once = found(...records);
          expect(found(...places.map((at) => records[at]!))).toEqual(once);
          const placed = all.flatMap(({ deliveryArea, status: said, field, quarters, price }) =>
            quarters.flatMap((at) => {
              if (at < 0 || at * 15 * minute >= 24 * hour || price === null) return [];
              const isPreliminary = isP(said) || isP(field);
              return [
                { at, deliveryArea, isPreliminary, isOfficial: !isPreliminary && (isO(said) || isO(field)) },
              ];
            }),
          );
          expect(once).toEqual({
            isStated: placed.some(({ isPreliminary, isOfficial }) => isPreliminary || isOfficial),
            preliminary: placed.filter(
              (one) =>
                one.isPreliminary &&
                !placed.some(
                  (other) =>
                    other.isOfficial && other.at === one.at && other.deliveryArea === one.deliveryArea,
                ),
            ).length,
            isInEuros: placed.length === 0,
          });
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });
});
