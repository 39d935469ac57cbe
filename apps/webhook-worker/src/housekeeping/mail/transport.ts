import { createTransport, type Transporter } from 'nodemailer';

/** Milliseconds for the mail server to answer: far less than the lease of a mail. */
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

/** The connection to the mail server of SMTP_URL. */
export const openTransport = (url: string): Transporter => createTransport({ url, ...patience });
