import type { ReactNode } from 'react';

/** An e-mail address, which breaks before its @ on a narrow line. */
export function Email({ address }: { address: string }): ReactNode {
  const domainStart = address.lastIndexOf('@');
  if (domainStart < 0) return address;
  return (
    <>
      {address.slice(0, domainStart)}
      <wbr />
      {address.slice(domainStart)}
    </>
  );
}
