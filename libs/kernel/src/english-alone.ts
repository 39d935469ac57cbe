import { leaveOut } from './leave-out.js';

// zod's messages in 50 languages: 0.6 MB. Only `z.locales` reads them; the texts of this service are in libs/texts.
leaveOut(require.resolve('zod/v4/locales'));
