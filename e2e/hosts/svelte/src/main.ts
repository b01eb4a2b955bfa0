import { mount } from 'svelte'
import type {} from '@customer-center/elements/svelte'
import Shop from './Shop.svelte'
import '@customer-center/elements'

const target = document.querySelector('#shop')
if (target) mount(Shop, { target })
