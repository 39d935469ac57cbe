import type { ReactNode } from 'react';

/** An e-mail address, which a narrow line breaks before its @. */
export function Email({ address }: { address: string }): ReactNode {
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
