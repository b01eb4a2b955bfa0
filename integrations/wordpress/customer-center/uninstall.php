<?php

defined('WP_UNINSTALL_PLUGIN') || exit;

delete_option('customer_center_server');
