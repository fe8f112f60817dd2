import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import type { Services } from '../../../platform/context.ts'
import { handlers, type Route } from '../../../platform/http/handlers.ts'
import type { Task } from '../../../platform/jobs/jobs.ts'
import { everyHour } from '../../../platform/jobs/schedule.ts'
import { checkJob, runCheckRows } from './check/check-rows.job.ts'
import { cancelCheck, getCheck, getRejects, startCheck } from './check/start-check.ts'
import { runCountJoins } from './document/count-joins.job.ts'
import { applyProposal, getDocument, getProposal, saveDocument } from './document/documents.ts'
import { countDocumentUses, previewDocument } from './document/preview-document.ts'
import { proposeJob, runProposeSource } from './document/propose.job.ts'
import { countJoinsJob } from './document/queue-counting-joins.ts'
import { editSource } from './edit/edit-source.ts'
import { addServerFile, downloadSetupFile, removeSetupFile, uploadSetupFile } from './files/add-files.ts'
import { changeTable, getTableRows } from './files/change-table.ts'
import { listImportFolder } from './files/import-folder.ts'
import { readJob, runReadTables } from './files/read-tables.job.ts'
import { receiveJob, runReceiveFile } from './files/receive-file.job.ts'
import { importCounty } from './import-county.ts'
import { maintainSetups } from './maintain-setups.ts'
import type { FileAccess } from './setup-services.ts'
import { changeSetup, createSetup, getSetup, listSetups, removeSetup, watchSetup } from './setups.ts'

export const countySetupRoutes = (access: FileAccess): Route[] =>
  handlers(countySetups, {
    create: (ctx, { body }) => (body.dataset ? editSource(ctx, body.dataset) : createSetup(ctx, body)),
    list: (ctx, { query }) => listSetups(ctx, query),
    get: (ctx, { params }) => getSetup(ctx, params.id),
    change: (ctx, { params, body }) => changeSetup(ctx, params.id, body),
    remove: (ctx, { params }) => removeSetup(ctx, params.id),
    watch: (ctx, { params }) => watchSetup(ctx, params.id),
    upload: (ctx, { params, query, body }) => uploadSetupFile(ctx, params.id, query, body),
    download: (ctx, { params, body }) => downloadSetupFile(ctx, access, params.id, body.url),
    addServerFile: (ctx, { params, body }) => addServerFile(ctx, access, params.id, body.path),
    importFolder: (_, { query }) => listImportFolder(access.importDir, query.path),
    removeFile: (ctx, { params }) => removeSetupFile(ctx, params.id, params.fileId),
    changeTable: (ctx, { params, body }) => changeTable(ctx, params.id, params.tableId, body),
    tableRows: (ctx, { params }) => getTableRows(ctx, params.id, params.tableId),
    proposal: (ctx, { params }) => getProposal(ctx, params.id),
    applyProposal: (ctx, { params, body }) => applyProposal(ctx, params.id, body.version),
    document: (ctx, { params }) => getDocument(ctx, params.id),
    saveDocument: (ctx, { params, body }) => saveDocument(ctx, params.id, body),
    preview: (ctx, { params, body }) => previewDocument(ctx, params.id, body.document),
    uses: (ctx, { params, body }) => countDocumentUses(ctx, params.id, body.document),
    startCheck: (ctx, { params, body }) => startCheck(ctx, params.id, body.version),
    check: (ctx, { params }) => getCheck(ctx, params.id),
    cancelCheck: (ctx, { params }) => cancelCheck(ctx, params.id),
    rejects: (ctx, { params }) => getRejects(ctx, params.id),
    import: (ctx, { params, body }) => importCounty(ctx, params.id, body),
  })

export const countySetupTasks = (services: Services, fileAccess: FileAccess): Record<string, Task> => ({
  [receiveJob]: runReceiveFile({ ...services, fileAccess }),
  [readJob]: runReadTables({ ...services, fileAccess }),
  [proposeJob]: runProposeSource(services),
  [countJoinsJob]: runCountJoins(services),
  [checkJob]: runCheckRows(services),
})

export const countySetupSchedule = (services: Services) => ({
  'maintain-county-setups': everyHour(() => maintainSetups(services)),
})
