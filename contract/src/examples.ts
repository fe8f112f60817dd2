import type { z } from 'zod'

/** The example that a schema carries, to build a larger one from. */
export const exampleOf = <Schema extends z.ZodType>(schema: Schema) =>
  // A test parses every example with the schema that carries it.
  schema.meta()?.['example'] as z.input<Schema>
