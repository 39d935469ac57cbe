/** Texts of collections and content groups. */
export const collectionsEn = {
  'selections.title.collections': 'Collections',
  'selections.title.groups': 'Content groups',
  'selections.intro.collections': 'A selection of learning objects for the people of this portal.',
  'selections.intro.groups': 'Learning objects shared with the portals that subscribe to the group.',
  'selections.numbered.collections': 'Collection {id}',
  'selections.numbered.groups': 'Content group {id}',
  'selections.owner': 'Belongs to',
  'selections.owner.own': 'This portal',
  'selections.owner.other': 'Another portal',
  'selections.default': 'Always there',
  'selections.since': 'Created',
  'selections.subscribers':
    'Portals that subscribe to it see its content. The operator of the service decides which those are; the API does not list them.',
  'selections.new.collections': 'New collection',
  'selections.new.groups': 'New content group',
  'selections.created': '“{title}” is created',
  'selections.rename': 'Rename',
  'selections.repeat': 'Write the title to confirm',
  'selections.deleted': '“{title}” is deleted',
  'selections.noItems': 'Nothing here yet',
  'selections.add': 'Add content',
  'selections.added': {
    one: '{count} learning object is in “{title}” now',
    other: '{count} learning objects are in “{title}” now',
  },
  'selections.remove': 'Take out',
  'selections.removeOne': 'Take out: {title}',
  'selections.removed': '“{title}” is no longer in it',
  'selections.deleteTitle': 'Delete “{title}”',
  'selections.deleteEnds':
    'It ends at once, for everybody: portals that see its content only through it no longer see that content. The learning objects in it ({count}) and their enrollments stay. This cannot be undone.',
  'selections.ownOnly': 'Only content of this portal can be shared.',
  'selections.removeEnds':
    '“{title}” is no longer in “{list}”, at once and for everybody: portals that see it only through this list no longer see it. It can be added again.',
} as const;
