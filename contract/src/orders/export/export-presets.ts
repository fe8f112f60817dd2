import { z } from 'zod'
import { endpointFactory } from '../../api/endpoint.ts'
import { campaignTypes } from '../../api/enums.ts'
import { getExample } from '../../api/examples.ts'
import { textLine } from '../../api/text.ts'
import { ExportLayout } from './export-layout.ts'

export const maxExportPresets = 20

const presetName = textLine('A name is required')
  .min(1, 'A name is required')
  .max(60, 'A name must be at most 60 characters')

export const NewExportPreset = z
  .strictObject({ name: presetName, layout: ExportLayout })
  .meta({ id: 'NewExportPreset', example: { name: 'Letter shop', layout: getExample(ExportLayout) } })
export type NewExportPreset = z.infer<typeof NewExportPreset>

export const ExportPresetChange = z
  .strictObject({ name: presetName.optional(), layout: ExportLayout.optional() })
  .meta({ id: 'ExportPresetChange', example: { name: 'Letter shop, by state' } })
export type ExportPresetChange = z.infer<typeof ExportPresetChange>

export const ExportPreset = z
  .object({
    id: z.uuid(),
    name: z.string(),
    layout: ExportLayout,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'ExportPreset',
    example: {
      id: '0199f3c2-7a51-7c43-9d1e-2b64c0a7f001',
      name: 'Letter shop',
      layout: getExample(ExportLayout),
      createdAt: '2026-11-02T09:30:03.000Z',
      updatedAt: '2026-11-02T09:30:03.000Z',
    },
  })
export type ExportPreset = z.infer<typeof ExportPreset>

const ExportPresets = z
  .object({
    presets: z.array(ExportPreset).describe('By name'),
    lastUsed: z
      .array(z.object({ campaignType: campaignTypes.schema, layout: ExportLayout }))
      .describe('The layout of your last export of an order of each type'),
  })
  .meta({ id: 'ExportPresets', example: { presets: [], lastUsed: [] } })

const PresetParams = z.object({ id: z.uuid('There is no such preset') })
const presetEndpoint = endpointFactory({ tag: 'Orders', access: ['ENTERPRISE_USER', 'CONSUMER_USER'] })

export const exportPresets = {
  list: presetEndpoint('GET /v1/export-presets', "List the user's export presets, and the layouts last used", {
    response: ExportPresets,
  }),
  create: presetEndpoint(
    'POST /v1/export-presets',
    `Create an export preset; a user can have at most ${maxExportPresets}`,
    {
      body: NewExportPreset,
      response: ExportPreset,
      status: 201,
      errors: ['CONFLICT'],
    },
  ),
  change: presetEndpoint('PATCH /v1/export-presets/{id}', 'Rename an export preset, or change its layout', {
    params: PresetParams,
    body: ExportPresetChange,
    response: ExportPreset,
    errors: ['CONFLICT'],
  }),
  remove: presetEndpoint('DELETE /v1/export-presets/{id}', 'Delete an export preset', {
    params: PresetParams,
    status: 204,
  }),
}
