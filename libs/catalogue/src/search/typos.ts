/** The letters of each script in which typos are corrected, as `learning.plain` leaves them: lower case, without accents. */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'αβγδεζηθικλμνξοπρστυφχψως',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяєіґљњћџ',
  'אבגדהוזחטיכךלמםנןסעפףצץקרשת',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءأإآؤئپچژگ',
];

/** Letters of the longest word that is corrected: a longer one has too many neighbours. */
const MAX_LETTERS = 30;

/**
 * All texts one typo away from a word: an extra, missing or different letter, or two that are swapped. Their number
 * follows from the word alone (611 for eight letters), so looking them up costs the same in a catalogue of any size.
 * @param word in the form of `learning.plain`
 * @returns without the word itself and without repetitions; nothing for more than 30 letters. In a script without an
 * alphabet here, only texts with a letter removed or two swapped
 */
export function textsOneTypoAway(word: string): Set<string> {
  const letters = [...word];
  const texts = new Set<string>();
  if (letters.length > MAX_LETTERS) return texts;
  const alphabet = [...chooseAlphabet(letters)];
  letters.forEach((letter, index) => {
    const head = letters.slice(0, index).join('');
    const tail = letters.slice(index + 1).join('');
    const next = letters[index + 1];
    for (const other of alphabet) texts.add(head + other + letter + tail).add(head + other + tail);
    texts.add(head + tail);
    if (next !== undefined) texts.add(head + next + letter + letters.slice(index + 2).join(''));
  });
  for (const other of alphabet) texts.add(word + other);
  texts.delete(word);
  return texts;
}

/** Ignores digits, because words of every script contain them. */
function chooseAlphabet(letters: readonly string[]): string {
  return (
    ALPHABETS.find((alphabet) =>
      letters.some((letter) => /\p{L}/u.test(letter) && alphabet.includes(letter)),
    ) ?? ''
  );
}
