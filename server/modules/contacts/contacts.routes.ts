import { contacts } from '@dooryard/contract/data/contacts'
import { listScopedImports, retryImport } from '../../platform/files/imports/file-imports.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { contactImports, uploadContacts } from './imports/upload-contacts.ts'
import { getContactsOverview, removeSource } from './sources/contact-sources.ts'
import type { ContactProvider } from './vendor/contact-vendor.ts'

export const contactRoutes = ({ provider }: { provider: ContactProvider }): Route[] =>
  handlers(contacts, {
    overview: (ctx) => getContactsOverview(ctx, provider),
    import: (ctx, { query, body }) => uploadContacts(ctx, query, body),
    imports: (ctx, { query }) => listScopedImports(ctx, contactImports, query),
    retry: (ctx, { params }) => retryImport(ctx, contactImports, params.id),
    removeSource: (ctx, { params }) => removeSource(ctx, params.source),
  })
