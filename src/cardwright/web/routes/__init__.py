"""The functions that answer requests, a module for each part of the site: see `cardwright.web.route_table`."""
