import { Fragment, type ReactNode } from 'react';

/** After what joins two words of an address; what leads to its host stays before it. */
const joints = /(?<=[\p{L}\p{N}][./?&=_:])(?=[\p{L}\p{N}])/u;

/** A text that may be an address or the name of a host: a narrow line breaks it between its parts, not within one. */
export function Breakable({ text }: { text: string }): ReactNode {
  return text.split(joints).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
