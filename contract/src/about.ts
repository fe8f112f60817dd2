import { z } from 'zod'
import { classified } from './api/data-classes.ts'
import { adminEndpoint, endpointFactory } from './api/endpoint.ts'
import { textLine } from './api/text.ts'
import { SignInProvider } from './identity/external-sign-in.ts'

const About = z
  .object({
    isDemo: z.boolean().describe('Demo accounts and fictional properties'),
    demoHistory: z
      .object({ percent: z.int().min(0).max(99) })
      .nullable()
      .describe('How much of the history of a new demo is written; null once it is complete, and without one'),
    hasOutbox: z.boolean().describe('Mails are listed at /dev/outbox instead of being sent'),
    isExposed: z
      .boolean()
      .describe('Whether other machines can reach the portal; if so, only administrators can read the outbox'),
    publicUrl: z.url().describe('The address of the portal, without a trailing slash; passkeys work only there'),
    baseMap: z
      .object({
        url: z.string().describe('The path of the PMTiles file on this portal, which changes with the file'),
        version: z.string().describe('Another one once the file is replaced'),
        attribution: z
          .string()
          .nullable()
          .describe('Who made the data, as HTML to show on the map; null where it names nobody'),
      })
      .nullable()
      .describe('Streets and places, in the schema of Protomaps basemaps; null where there are none at present'),
    imagery: z
      .object({
        url: z.string().describe('A template with {z}, {x} and {y}'),
        attribution: z.string().nullable(),
        maxZoom: z.int(),
      })
      .nullable()
      .describe(
        'Aerial pictures from another server; null for none. It sees which areas are viewed while they are switched on',
      ),
    mapStyleUrl: z
      .url()
      .nullable()
      .describe('A MapLibre base map style; null where maps show only the shapes of states and counties'),
    signInProviders: z
      .array(SignInProvider)
      .describe('The providers whose accounts sign in, in the order of the sign-in screen'),
    sentryDsn: z
      .url()
      .nullable()
      .describe('Where browsers report unexpected errors; null where they report them to this portal'),
  })
  .meta({ id: 'About' })
export type About = z.infer<typeof About>

const OutboxMail = z
  .object({
    id: z.string(),
    to: classified('personal', z.string()),
    subject: classified(['personal', 'secret'], z.string()),
    html: classified(['personal', 'secret'], z.string()),
    text: classified(['personal', 'secret'], z.string()),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'OutboxMail',
    example: {
      to: 'casey@example.com',
      subject: '271828 is your Dooryard code',
      html: '<p>271828</p>',
      text: '271828',
    },
  })
export type OutboxMail = z.infer<typeof OutboxMail>

const Outbox = z.object({ items: z.array(OutboxMail) }).meta({ id: 'Outbox' })

const OutboxQuery = z.object({ to: textLine().max(254).optional() })

const portalEndpoint = endpointFactory({ tag: 'Portal', access: 'ANYONE' })

export const about = {
  get: portalEndpoint('GET /v1/about', 'Get the public settings of the portal', {
    response: About,
  }),
  outbox: portalEndpoint(
    'GET /v1/dev/outbox',
    'List the last 50 mails of a demo that sends none, newest first; not found where other machines can reach the portal',
    { query: OutboxQuery, response: Outbox, data: ['personal', 'secret'], errors: ['NOT_FOUND'] },
  ),
}

export const adminOutbox = {
  list: adminEndpoint(
    'GET /v1/admin/outbox',
    'List the last 50 mails of a demo that sends none, newest first; only for administrators who are not demo accounts',
    { query: OutboxQuery, response: Outbox, data: ['personal', 'secret'], errors: ['NOT_FOUND'] },
  ),
}
