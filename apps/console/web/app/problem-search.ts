import { dropUndefined, readText, type SearchParams } from '../ui/search-params.js';

/** The error of a navigation, as the console's server describes it. */
interface ProblemSearch {
  /** An `error_code`. */
  code?: string;
  /** The id of the request, to quote. */
  ref?: string;
}

const codeGrammar = /^[a-z_]{1,64}$/;
const refGrammar = /^req_[\w-]{1,64}$/;

/** An attacker can craft such a URL, so only well-formed values are displayed. */
export function readProblemSearch(search: SearchParams): ProblemSearch {
  const [code, ref] = [readText(search['code']), readText(search['ref'])];
  return dropUndefined({
    code: code && codeGrammar.test(code) ? code : undefined,
    ref: ref && refGrammar.test(ref) ? ref : undefined,
  });
}
