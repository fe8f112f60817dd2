import type { Plugin } from 'vite'

/** Zod's JSON Schema processors, and the two methods that call them. */
const jsonSchemaPatterns = [
  /^ *inst\._zod\.processJSONSchema = .*;$/gm,
  /^import \{ createStandardJSONSchemaMethod, .*$/gm,
  /^ *(?:input|output): createStandardJSONSchemaMethod\(.*,$/gm,
  /^ *return createToJSONSchemaMethod\(.*;$/gm,
  // What a schema says of its own limits, which nothing in the browser reads.
  /^ *\w+: \(inst\) => processors\.aggregateChecks\(inst\).*,$/gm,
]
/** The same where several lines compute it. */
const ownLimits = /processors\.aggregateChecks\(inst\)/g

/** Removes JSON Schema generation from Zod: a fifth of the library, and only the server uses it. */
export const stripJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
    handler: (code) => ({
      code: [...jsonSchemaPatterns, ownLimits].reduce((text, part) => {
        if (text.search(part) < 0) throw new Error(`Zod has no longer what ${part} takes out of it`)
        return text.replace(part, part === ownLimits ? '({})' : '')
      }, code),
      // Whole lines are emptied, so the source map still fits.
      map: null,
    }),
  },
})
