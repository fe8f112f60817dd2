import { boardExport } from '@dooryard/contract/leads/board-export'
import { bulkLeads } from '@dooryard/contract/leads/bulk-changes'
import { contactResultLog } from '@dooryard/contract/leads/contact-results'
import { leadChanges } from '@dooryard/contract/leads/lead-changes'
import { leadLabels } from '@dooryard/contract/leads/lead-labels'
import { leadMap } from '@dooryard/contract/leads/lead-map'
import { letterTemplates } from '@dooryard/contract/leads/letter-templates'
import { mailings } from '@dooryard/contract/leads/letters'
import { leadTasks } from '@dooryard/contract/leads/tasks'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { handlers, type Route } from '../../../platform/http/handlers.ts'
import { changeLeads, restoreLeads } from './bulk/bulk-changes.ts'
import { addContactResult, allowCalls, removeContactResult } from './calls/contact-results.ts'
import { exportBoard } from './export/export-board.ts'
import { changeLeadLabel, createLeadLabel, listLeadLabels, removeLeadLabel } from './labels/lead-labels.ts'
import { addNote, getLeadDetail, getStageCounts, listLeads, moveLead, removeNote, restoreNote } from './lead-board.ts'
import {
  changeMailing,
  createMailing,
  getMailing,
  listMailings,
  listRecipients,
  previewMailing,
  removeMailing,
} from './letters/mailings/mailings.ts'
import { makeMailingFile } from './letters/mailings/make-file.ts'
import {
  changeLetterTemplate,
  createLetterTemplate,
  getLetterSender,
  listLetterTemplates,
  removeLetterTemplate,
  saveLetterSender,
} from './letters/templates/letter-templates.ts'
import { previewLetter } from './letters/templates/preview-letter.ts'
import { getLeadMap } from './map/get-lead-map.ts'
import { addLeadTasks, changeLeadTasks, listLeadTasks } from './tasks/lead-tasks.ts'
import { listLeadChanges } from './tasks/today/list-lead-changes.ts'

/** The board of delivered leads. */
export const leadRoutes: Route[] = [
  ...handlers(leadBoard, {
    list: (ctx, { query }) => listLeads(ctx, query),
    stages: (ctx, { query }) => getStageCounts(ctx, query),
    get: (ctx, { params }) => getLeadDetail(ctx, params),
    change: (ctx, { params, body }) => moveLead(ctx, params, body),
    addNote: (ctx, { params, body }) => addNote(ctx, params, body),
    removeNote: (ctx, { params }) => removeNote(ctx, params),
    restoreNote: (ctx, { params }) => restoreNote(ctx, params),
  }),
  ...handlers(bulkLeads, {
    change: (ctx, { body }) => changeLeads(ctx, body),
    restore: (ctx, { body }) => restoreLeads(ctx, body),
  }),
  ...handlers(contactResultLog, {
    add: (ctx, { params, body }) => addContactResult(ctx, params, body),
    remove: (ctx, { params }) => removeContactResult(ctx, params),
    allowCalls: (ctx, { params, body }) => allowCalls(ctx, params, body),
  }),
  ...handlers(leadLabels, {
    list: (ctx) => listLeadLabels(ctx),
    create: (ctx, { body }) => createLeadLabel(ctx, body),
    change: (ctx, { params, body }) => changeLeadLabel(ctx, params.id, body),
    remove: (ctx, { params }) => removeLeadLabel(ctx, params.id),
  }),
  ...handlers(leadTasks, {
    list: (ctx, { query }) => listLeadTasks(ctx, query),
    create: (ctx, { body }) => addLeadTasks(ctx, body),
    change: (ctx, { body }) => changeLeadTasks(ctx, body),
  }),
  ...handlers(leadChanges, { list: (ctx) => listLeadChanges(ctx) }),
  ...handlers(letterTemplates, {
    list: (ctx) => listLetterTemplates(ctx),
    create: (ctx, { body }) => createLetterTemplate(ctx, body),
    change: (ctx, { params, body }) => changeLetterTemplate(ctx, params.id, body),
    remove: (ctx, { params }) => removeLetterTemplate(ctx, params.id),
    preview: (ctx, { body }) => previewLetter(ctx, body),
    sender: (ctx) => getLetterSender(ctx),
    saveSender: (ctx, { body }) => saveLetterSender(ctx, body),
  }),
  ...handlers(mailings, {
    preview: (ctx, { body }) => previewMailing(ctx, body),
    create: (ctx, { body }) => createMailing(ctx, body),
    list: (ctx, { query }) => listMailings(ctx, query),
    get: (ctx, { params }) => getMailing(ctx, params.id),
    recipients: (ctx, { params, query }) => listRecipients(ctx, params.id, query),
    change: (ctx, { params, body }) => changeMailing(ctx, params.id, body),
    remove: (ctx, { params }) => removeMailing(ctx, params.id),
    makeFile: (ctx, { params }) => makeMailingFile(ctx, params.id, params.format),
  }),
  ...handlers(leadMap, { get: (ctx, { query }) => getLeadMap(ctx, query) }),
  ...handlers(boardExport, { get: (ctx, { query }) => exportBoard(ctx, query) }),
]
