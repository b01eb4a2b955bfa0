import { Component } from '@angular/core'

@Component({ selector: 'app-cart', template: '<h1>Warenkorb</h1>' })
export class Cart {}
