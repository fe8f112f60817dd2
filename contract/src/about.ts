import { z } from 'zod'
import { classified } from './data-classes.ts'
import { adminCall, callsWith } from './endpoint.ts'
import { line } from './line.ts'

const About = z
  .object({
    isDemo: z.boolean().describe('Demo accounts and fictional properties'),
    hasOutbox: z.boolean().describe('Mails are shown at /dev/outbox instead of being sent'),
    isExposed: z.boolean().describe('Other machines reach the portal, so that the outbox is for administrators alone'),
    mapStyleUrl: z
      .url()
      .nullable()
      .describe('A MapLibre style to draw maps on; null for the shapes of states and counties alone'),
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

const OutboxQuery = z.object({ to: line().max(254).optional() })

const portalCall = callsWith({ tag: 'Portal', access: 'ANYONE' })

export const about = {
  get: portalCall('GET /v1/about', 'How this portal is run, as far as its public screens need to know', {
    response: About,
  }),
  outbox: portalCall(
    'GET /v1/dev/outbox',
    'The last 50 mails, newest first, in a demo that sends none and that no other machine reaches; elsewhere not found',
    { query: OutboxQuery, response: Outbox, data: ['personal', 'secret'], errors: ['NOT_FOUND'] },
  ),
}

export const adminOutbox = {
  list: adminCall(
    'GET /v1/admin/outbox',
    'The last 50 mails, newest first, in a demo that sends none, to administrators who are not of the demo',
    { query: OutboxQuery, response: Outbox, data: ['personal', 'secret'], errors: ['NOT_FOUND'] },
  ),
}
