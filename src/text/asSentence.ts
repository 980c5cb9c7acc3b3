/** The words with a mark at their end, which titles and words of a service may lack. */
export const asSentence = (words: string): string => (/[.!?…]$/u.test(words) ? words : `${words}.`);
