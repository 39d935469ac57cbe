import { Fragment, type ReactNode } from 'react';

/** The places between two words of an address, after the character that joins them. */
const joints = /(?<=[\p{L}\p{N}][./?&=_:])(?=[\p{L}\p{N}])/u;

/** Text that may be an address or a host name. Where the line is too narrow, it breaks between the parts. */
export function Breakable({ text }: { text: string }): ReactNode {
  return text.split(joints).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
