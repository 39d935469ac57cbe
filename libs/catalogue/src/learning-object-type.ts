import { z } from 'zod';

/** Types that can be imported (contract 4.4); `learning_resource` is a filter, not a type. */
export const LearningObjectType = z
  .enum([
    'course',
    'module',
    'award',
    'video',
    'document',
    'text',
    'link',
    'manual',
    'quiz',
    'interactive',
    'event',
    'assignment',
  ])
  .meta({ id: 'LearningObjectType' });
export type LearningObjectType = z.output<typeof LearningObjectType>;

/** Types that contain others: courses contain modules and items, modules contain items, awards the objects that earn them. */
export const CONTAINER_TYPES: readonly LearningObjectType[] = ['course', 'module', 'award'];
