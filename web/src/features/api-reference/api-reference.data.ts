import { queryOptions } from '@tanstack/react-query'
import { send } from '../../lib/http.ts'
import type { ReferenceDocument } from './reference-document.ts'

/** Where the whole API is described, for people and for programs. */
export const documentPath = '/v1/openapi.json'

/** The document, and the code that shows it: most of a megabyte that no other screen needs. */
export const referenceWithItsCode = queryOptions({
  queryKey: [documentPath],
  queryFn: async ({ signal }) => {
    const [document, { Calls }] = await Promise.all([send(documentPath, { signal }), import('./calls.tsx')])
    // The server's tests hold the document to the shape that is read here.
    return { document: document as ReferenceDocument, Calls }
  },
  staleTime: Number.POSITIVE_INFINITY,
})
