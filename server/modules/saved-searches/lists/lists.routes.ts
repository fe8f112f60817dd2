import { propertyLists } from '@dooryard/contract/data/property-lists'
import { handlers } from '../../../platform/http/handlers.ts'
import type { OwnerAccess } from '../../properties/index.ts'
import type { LeadSources } from '../count/count-matches.ts'
import { changePropertyList } from './change-list.ts'
import { exportPropertyList } from './export-list.ts'
import {
  createPropertyList,
  getPropertyList,
  listPropertyLists,
  removePropertyList,
  renamePropertyList,
  restorePropertyList,
} from './manage-lists.ts'
import { matchAddresses } from './match-addresses.ts'
import { reportUnmatched } from './report-unmatched.ts'

export const propertyListRoutes = ({ getOwnLeads, owners }: LeadSources & { owners: OwnerAccess }) =>
  handlers(propertyLists, {
    list: (ctx, { query }) => listPropertyLists(ctx, query),
    create: (ctx, { body }) => createPropertyList(ctx, body),
    get: (ctx, { params }) => getPropertyList(ctx, params.id),
    rename: (ctx, { params, body }) => renamePropertyList(ctx, params.id, body),
    remove: (ctx, { params }) => removePropertyList(ctx, params.id),
    restore: (ctx, { params }) => restorePropertyList(ctx, params.id),
    change: (ctx, { params, body }) => changePropertyList({ ...ctx, getOwnLeads }, params.id, body),
    match: (ctx, { query, body }) => matchAddresses(ctx, query, body),
    report: (ctx, { query, body }) => reportUnmatched(ctx, query, body),
    export: (ctx, { params }) => exportPropertyList(ctx, owners, params.id),
  })
