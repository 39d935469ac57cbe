const kindNames = ['own', 'connected'] as const;

/** Which applications are listed, as it stands in the address: all, or one kind. */
export interface ApplicationsSearch {
  kind?: (typeof kindNames)[number];
}

export function readApplicationsSearch(search: Record<string, unknown>): ApplicationsSearch {
  const kind = kindNames.find((name) => name === search['kind']);
  return kind ? { kind } : {};
}
