# The storage account of the worlds "storage_firewall": whoever is in no rule is denied.

resource "azurerm_resource_group" "app" {
  name     = "rg-app"
  location = "westeurope"
}

resource "azurerm_storage_account" "app" {
  name                     = "stapp01"
  resource_group_name      = azurerm_resource_group.app.name
  location                 = azurerm_resource_group.app.location
  account_tier             = "Standard"
  account_replication_type = "LRS"

  network_rules {
    default_action = "Deny"
    bypass         = ["AzureServices"]
    ip_rules       = ["203.0.113.10"]
  }
}

resource "azurerm_storage_container" "raw" {
  name                  = "raw"
  storage_account_id    = azurerm_storage_account.app.id
  container_access_type = "private"
}
