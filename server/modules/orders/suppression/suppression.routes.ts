import { enterpriseSuppressionLists, suppressionLists } from '@dooryard/contract/data/suppression-lists'
import { handlers, type Route } from '../../../platform/http/handlers.ts'
import { addFile, createList } from './manage/add-entries.ts'
import { listLists, removeList, renameList } from './manage/manage-lists.ts'

const calls: Parameters<typeof handlers<typeof suppressionLists>>[1] = {
  list: (ctx, { query }) => listLists(ctx, query),
  create: (ctx, { query, body }) => createList(ctx, query, body),
  add: (ctx, { params, query, body }) => addFile(ctx, { id: params.id, ...query }, body),
  change: (ctx, { params, body }) => renameList(ctx, params.id, body),
  remove: (ctx, { params }) => removeList(ctx, params.id),
}

/** The same calls for people and for API keys. */
export const suppressionRoutes: Route[] = [
  ...handlers(suppressionLists, calls),
  ...handlers(enterpriseSuppressionLists, calls),
]
