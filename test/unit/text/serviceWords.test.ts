import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '#src/text/serviceWords';
import { propertyRuns } from '../propertyRuns';

describe('the words of a service in an error', () => {
  it.each<[body: unknown, words: string]>([
    ['No data.', 'No data.'],
    [{ message: 'No such area' }, 'No such area'],
    [{ message: 'No such area', detail: 'x', error: 'Bad Request' }, 'No such area'],
    [{ error: 'invalid_grant', error_description: 'Wrong password.' }, 'Wrong password.'],
    [{ error: 'invalid_client' }, 'invalid_client'],
    [{ error: { code: 17, message: 'Too early' } }, 'Too early'],
    [{ error: 'Bad Request', detail: 'The date is wrong.' }, 'The date is wrong.'],
    [{ error: { code: 17 }, detail: 'The date is wrong.' }, 'The date is wrong.'],
    [{ message: ' ', error: '', detail: 'The date is wrong.' }, 'The date is wrong.'],
    [{ title: 'Validation failed', status: 400 }, 'Validation failed'],
    [{ title: 'Unavailable', detail: 'Back at noon.' }, 'Unavailable: Back at noon.'],
    [{ title: 'Unavailable.', detail: 'Unavailable.' }, 'Unavailable.'],
    [
      {
        title: 'Validation failed.',
        detail: 'See errors.',
        errors: { a: [], startTime: ["The value 'x' is not valid.", 'Second'], endTime: ['Third'] },
      },
      "Validation failed. The value 'x' is not valid.",
    ],
    [{ message: 'Rejected', errors: { date: 'No such day.' } }, 'Rejected: No such day.'],
    [{ errors: [{ title: 'Bad date', detail: 'It is over.' }] }, 'Bad date: It is over.'],
    [{ errors: { date: [{ message: 'No such day.' }] } }, 'No such day.'],
    [{ errors: ['Busy'] }, 'Busy'],
    [[{ type: 'error', message: 'Down' }], 'Down'],
  ])('are shown from %j', (body, words) => expect(wordsOf(body)).toBe(words));

  it.each<[unknown]>([
    [null],
    [17],
    [''],
    [' \n '],
    [{}],
    [[]],
    [['a name']],
    [{ message: 5, title: null, errors: 3 }],
    [{ errors: { date: [[]] } }],
    [{ values: [{ message: 'a value, not an error' }] }],
  ])("aren't made up from %j", (body) => expect(wordsOf(body)).toBeUndefined());

  it('are left out, not cut, if nobody could read them, because a cut could leave half of a secret', () => {
    const long = 'x'.repeat(64 * 1024 + 1);
    expect(wordsOf(long)).toBeUndefined();
    expect(wordsOf({ message: long, title: 'Too much' })).toBe('Too much');
  });

  it("don't hang or crash the editor, however deep or long the body is", () => {
    let deep: unknown = 'Down';
    for (let level = 0; level < 100_000; level += 1) deep = { error: deep, errors: [deep] };
    expect(wordsOf(deep)).toBeUndefined();
    expect(wordsOf(Array.from({ length: 1_000_000 }, () => ({})))).toBeUndefined();
    expect(wordsOf({ errors: Array.from({ length: 1000 }, () => ({})) })).toBeUndefined();
  });

  it('are text of the service or nothing, for any JSON', () => {
    const name = fc.constantFrom('message', 'error', 'errors', 'title', 'detail', 'error_description', 'x');
    const { body } = fc.letrec((tie) => ({
      body: fc.oneof(
        { depthSize: 'medium' },
        fc.string(),
        fc.jsonValue(),
        fc.dictionary(name, tie('body')),
        fc.array(tie('body')),
      ),
    }));
    fc.assert(
      fc.property(body, (value) => {
        const words = wordsOf(value);
        if (words === undefined) return;
        expect(words.trim()).not.toBe('');
        const sent = JSON.stringify(value);
        const texts = words.split(/(?<=[.!?…:]) |: /u);
        for (const text of texts) expect(sent).toContain(JSON.stringify(text).slice(1, -1).trim());
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
