/** The editable part of a learning object. */
export interface ContentValues {
  title: string;
  description: string;
  published: boolean;
  /** Only for links. */
  url?: string;
}

/** The editable part. */
export const readContentValues = ({
  title,
  description,
  published,
  url,
}: {
  title: string;
  description: string;
  published: boolean;
  url: string | null;
}): ContentValues => ({ title, description, published, ...(url !== null && { url }) });
