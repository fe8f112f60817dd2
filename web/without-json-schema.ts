import type { Plugin } from 'vite'

/** How each kind of schema writes itself as JSON Schema, and the two ways to ask it to. */
const parts = [
  /^ *inst\._zod\.processJSONSchema = .*;$/gm,
  /^import \{ createStandardJSONSchemaMethod, .*$/gm,
  /^ *(?:input|output): createStandardJSONSchemaMethod\(.*,$/gm,
  /^ *return createToJSONSchemaMethod\(.*;$/gm,
]

/** Zod's schemas as they check, without the writing of JSON Schema: a fifth of the library, and only the server writes it. */
export const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
    handler: (code) =>
      parts.reduce((text, part) => {
        if (text.search(part) < 0) throw new Error(`Zod has no longer what ${part} takes out of it`)
        return text.replace(part, '')
      }, code),
  },
})
