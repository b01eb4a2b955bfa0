import '@customer-center/elements'
import type {} from '@customer-center/elements/svelte'
import { mount } from 'svelte'
import Shop from './Shop.svelte'

const target = document.querySelector('#shop')
if (target) mount(Shop, { target })
