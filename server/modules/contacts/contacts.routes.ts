import { contacts } from '@dooryard/contract/contacts'
import { importPage, retryImport } from '../../platform/file-imports/file-imports.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import type { ContactDesk } from './contact-vendor.ts'
import { contactsOverview } from './contacts-overview.ts'
import { ofPlatform, uploadContacts } from './file/upload-contacts.ts'
import { removeSource } from './remove-source.ts'

export const contactRoutes = ({ desk }: { desk: ContactDesk }): Route[] =>
  handlers(contacts, {
    overview: (ctx) => contactsOverview(ctx, desk),
    import: (ctx, { query, body }) => uploadContacts(ctx, query, body),
    imports: (ctx, { query }) => importPage(ctx, ofPlatform, query),
    retry: (ctx, { params }) => retryImport(ctx, { ...ofPlatform, audited: 'contacts.import_retried' }, params.id),
    removeSource: (ctx, { params }) => removeSource(ctx, params.source),
  })
