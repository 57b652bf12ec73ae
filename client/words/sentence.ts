import { sentencesIn } from '../../domain/problem/sentence.ts';
import { words } from './words.ts';

/** What a person reads about a problem, in their language. */
export const sentence = sentencesIn(words('problems'));
