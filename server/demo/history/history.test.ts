import { about } from '@dooryard/contract/about'
import { afterAll, expect, test } from 'vitest'
import { anonymousCaller } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { seedDemoWithHistory, writeHistory } from './history.fixture.ts'

const portal = await testPortal({ demoRows: 500 })
afterAll(portal.close)

test('a new demo begins with a year that is written in the background, once', async () => {
  await seedDemoWithHistory(portal)
  const before = await anonymousCaller(portal).call(about.get)
  expect(before.body.demoHistory).toEqual({ percent: 0 })
  await writeHistory(portal).done
  expect((await anonymousCaller(portal).call(about.get)).body.demoHistory).toBe(null)
  console.log(
    portal.logged
      .filter((line) => line.includes('left out') || line.includes('failed'))
      .map((line) => {
        const o = JSON.parse(line)
        return `${o.msg} | ${o.step ?? o.job} | ${o.err?.message}`
      })
      .join('\n'),
  )
  expect(portal.logged.filter((line) => line.includes('"level":"warn"'))).toEqual([])
}, 60000)
