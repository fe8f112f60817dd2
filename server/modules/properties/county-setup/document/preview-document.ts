import { CheckReport } from '@dooryard/contract/data/sources/county-check'
import { type SetupUses, SourcePreview } from '@dooryard/contract/data/sources/setup-proposal'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Context } from '../../../../platform/context.ts'
import { toIsoDay } from '../../search/compile/clauses.ts'
import { previewFields, type SampleRows } from '../../sources/preview-fields.ts'
import { countUses } from '../../sources/use-lists/count-uses.ts'
import { findCheckReport } from '../check/checks.queries.ts'
import { findSetup } from '../setups.queries.ts'
import { getSetupRef, setupNotFound } from '../setups.ts'
import { parseShape } from './documents.ts'
import { readUsedTables } from './propose.job.ts'

type Samples = { document: SourceDocument; tables: SampleRows[]; tablesVersion: number; today: string }

/** A document, also one that cannot be compiled as a whole, with the first rows of the tables in use. */
async function readSamples(ctx: Context, id: string, unchecked: unknown): Promise<Samples> {
  const setup = await findSetup(ctx.db, getSetupRef(ctx, id))
  if (!setup) throw setupNotFound()
  const document = parseShape(unchecked)
  const tables = await readUsedTables(ctx, setup)
  return {
    document,
    tables: tables.map(({ id: table, sample }) => ({ id: table, header: sample.header, rows: sample.rows })),
    ...{ tablesVersion: setup.tablesVersion, today: toIsoDay(ctx.clock.now()) },
  }
}

/** Applies a document to the first rows of the tables. */
export async function previewDocument(ctx: Context, id: string, unchecked: unknown): Promise<SourcePreview> {
  const { document, tables, today } = await readSamples(ctx, id, unchecked)
  return SourcePreview.parse({ fields: previewFields(document, tables, today) })
}

/** The use codes of a document: of all rows where a check has counted that column, else of the first rows. */
export async function countDocumentUses(ctx: Context, id: string, unchecked: unknown): Promise<SetupUses> {
  const { document, tables, tablesVersion, today } = await readSamples(ctx, id, unchecked)
  const row = await findCheckReport(ctx.db, id)
  const report = row?.report ? CheckReport.parse(row.report) : undefined
  if (row?.tablesVersion !== tablesVersion || report?.useColumn !== document.uses?.column)
    return countUses(document, tables, { today })
  const further = report?.unplacedUses.flatMap(({ code, ...rest }) => (code === null ? [] : { code, ...rest })) ?? []
  const whole = report && { codes: report.useCodes, totals: report.useTotals }
  return countUses(document, tables, { today, ...(whole && { whole }), further })
}
