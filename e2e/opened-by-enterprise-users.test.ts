import { testOpenedOf } from './screens.ts'

testOpenedOf('enterprise')
