import { Fragment, type ReactNode } from 'react';

/** Positions between two words of a URL, after the separator. */
const joints = /(?<=[\p{L}\p{N}][./?&=_:])(?=[\p{L}\p{N}])/u;

/** A text that may be a URL or a host name; on a narrow line it breaks between its parts. */
export function Breakable({ text }: { text: string }): ReactNode {
  return text.split(joints).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
