import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Context, Services } from '../../../../platform/context.ts'
import type { TableSample } from '../../../../platform/files/tables/table.ts'
import { addJob, type Task } from '../../../../platform/jobs/jobs.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { getCountyName } from '../../places/county-names.ts'
import { toIsoDay } from '../../search/compile/clauses.ts'
import type { SourceProposal } from '../../sources/propose/proposal.ts'
import { proposeSource } from '../../sources/propose/propose-source.ts'
import { findBasis } from '../edit/basis.queries.ts'
import { proposeEdit } from '../edit/propose-edit.ts'
import { parseJobId } from '../files/run-file-step.ts'
import { readSample } from '../files/samples.ts'
import { findMainTable } from '../present-setup.ts'
import { listSetupTables, type SetupTableRow } from '../setup-files.queries.ts'
import {
  failProposal,
  findDocumentById,
  findSetupById,
  lockSetupById,
  raiseTablesVersion,
  type SetupRow,
  updateSetup,
} from '../setups.queries.ts'
import { fitEditedDocument } from './change-edited-document.ts'
import { nameProposedSource } from './name-proposed-source.ts'
import { queueCountingJoins } from './queue-counting-joins.ts'

export const proposeJob = 'propose-county-source'

/** Proposes a source from the tables as they are when the job runs. Call it with the setup locked. */
export async function queueProposal({ db, clock }: Pick<Context, 'db' | 'clock'>, setupId: string): Promise<void> {
  const options = { jobKey: `county-proposal:${setupId}`, queue: 'county-files', maxAttempts: 3 }
  await addJob(db, proposeJob, { setupId }, options)
  await updateSetup(db, setupId, { proposalStatus: 'RUNNING' }, clock.now())
}

/**
 * Notes that files or tables changed: an edited document follows them, and a new proposal is asked for. Call it with
 * the setup locked.
 */
export async function changeTables(
  ctx: { db: Db; clock: Services['clock'] },
  setupId: string,
  rereadTable?: string,
): Promise<void> {
  await raiseTablesVersion(ctx.db, setupId)
  const setup = await lockSetupById(ctx.db, setupId)
  if (setup) await fitEditedDocument(ctx, setup, rereadTable)
  await queueProposal(ctx, setupId)
}

/** A document that nobody edited is replaced by the proposed one. */
export const runProposeSource =
  (services: Services): Task =>
  async (payload, { attempt, maxAttempts }) => {
    const id = parseJobId(payload, 'setupId')
    try {
      await proposeForSetup(services, id)
    } catch (error) {
      services.log.error({ err: error, setupId: id }, 'a source of a county setup could not be proposed')
      if (attempt >= maxAttempts) await failProposal(services.db, id)
      throw error
    }
  }

async function proposeForSetup(services: Services, id: string): Promise<void> {
  const { db, clock } = services
  const setup = await findSetupById(db, id)
  if (setup?.status !== 'OPEN') return
  const proposal = await proposeFromTables(services, setup)
  await db.transaction().execute(async (tx) => {
    const current = await lockSetupById(tx, id)
    // A change in between has queued the next proposal.
    if (current?.status !== 'OPEN' || current.tablesVersion !== setup.tablesVersion) return
    const document = current.isDocumentEdited ? null : proposal?.document
    await updateSetup(
      tx,
      id,
      {
        proposal,
        proposalStatus: proposal ? 'READY' : 'NONE',
        ...(document && { document, documentVersion: current.documentVersion + 1 }),
      },
      clock.now(),
    )
    const joined = document ?? (await findDocumentById(tx, id))?.document
    // Only parsed documents are stored.
    if (joined) await queueCountingJoins(tx, id, joined as SourceDocument)
  })
}

/** Null as long as there is no table. */
async function proposeFromTables(services: Services, setup: SetupRow): Promise<SourceProposal | null> {
  const tables = await readUsedTables(services, setup)
  if (tables.length === 0) return null
  const { countyFips, mainTable: main } = setup
  const name = getProposedName(setup, tables[0]?.fileName ?? '')
  const proposal = proposeSource(tables, { today: toIsoDay(services.clock.now()), countyFips, main, name })
  const basis = await findBasis(services.db, setup.id)
  if (basis) {
    const unused = (await listSetupTables(services.db, setup.id)).filter(({ isUsed }) => !isUsed).map(({ id }) => id)
    return proposeEdit(basis, proposal, { tables, unused, name: setup.name, countyFips })
  }
  const document = proposal.document && (await nameProposedSource(services.db, proposal.document, tables))
  return { ...proposal, document }
}

type UsedTable = { id: string; fileName: string; sample: TableSample }

/** The samples of the tables in use, the main one first. */
export async function readUsedTables(
  { db, files }: Pick<Services, 'db' | 'files'>,
  setup: Pick<SetupRow, 'id' | 'mainTable' | 'summary'>,
): Promise<UsedTable[]> {
  const rows = await listSetupTables(db, setup.id)
  // What the last proposal took for the main table may not be it among other tables.
  const main = findMainTable({ ...setup, summary: { ...setup.summary, mainTable: null } }, rows)
  const used = rows.filter(({ isUsed, isReading }) => isUsed && !isReading)
  const ordered = [...used.filter(({ id }) => id === main), ...used.filter(({ id }) => id !== main)]
  const read = async (row: SetupTableRow) => {
    const sample = await readSample(files, row)
    return sample ? [{ id: row.id, fileName: row.fileName, sample }] : []
  }
  return (await Promise.all(ordered.map(read))).flat()
}

const getProposedName = ({ name, countyFips }: Pick<SetupRow, 'name' | 'countyFips'>, fileName: string): string =>
  name ?? (countyFips ? `${getCountyName(countyFips)}, assessor` : fileName.replace(/(\.[a-z0-9]{1,8}){1,2}$/i, ''))
