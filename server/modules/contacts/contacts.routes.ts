import { contacts } from '@dooryard/contract/contacts'
import { importPage, retryImport } from '../../platform/file-imports/file-imports.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { contactsOverview, removeSource } from './contact-sources.ts'
import type { ContactDesk } from './contact-vendor.ts'
import { contactImports, uploadContacts } from './file/upload-contacts.ts'

export const contactRoutes = ({ desk }: { desk: ContactDesk }): Route[] =>
  handlers(contacts, {
    overview: (ctx) => contactsOverview(ctx, desk),
    import: (ctx, { query, body }) => uploadContacts(ctx, query, body),
    imports: (ctx, { query }) => importPage(ctx, contactImports, query),
    retry: (ctx, { params }) => retryImport(ctx, contactImports, params.id),
    removeSource: (ctx, { params }) => removeSource(ctx, params.source),
  })
